import assert from "node:assert/strict";
import { test } from "node:test";
import { sql } from "../../kernel/sql/sql.ts";
import { startTestAuth } from "../testing.ts";
import { actsOf, asAdmin, faultOf, stateOf, userOf } from "./testing.ts";

const EMAIL = "ana@example.com";

test("POST /invite makes a user without a password and mails a link that lets them in", async () => {
  await using auth = await startTestAuth({ DISABLE_SIGNUP: "true", MAILER_URLPATHS_INVITE: "/welcome" });
  const reply = await asAdmin(auth).post("/invite?redirect_to=https%3A%2F%2Fapp.example.com%2Fhello", {
    email: "Ana@Example.com",
    data: { name: "Ana" },
  });
  const user = userOf(reply);
  assert.deepEqual([user.email, user.invited_at, user.email_confirmed_at], [EMAIL, "2026-01-31T12:00:00.000Z", undefined]);
  assert.equal(user.user_metadata.name, "Ana");
  assert.deepEqual(
    user.identities.map(({ provider, email }) => [provider, email]),
    [["email", EMAIL]],
  );
  const [mail, ...more] = await auth.messages();
  assert.ok(mail);
  assert.deepEqual([mail.template, mail.to, more.length], ["invite", EMAIL, 0]);
  const { confirmationUrl, tokenHash } = mail.variables as { confirmationUrl: string; tokenHash: string };
  const link = new URL(confirmationUrl);
  assert.deepEqual(
    [link.origin + link.pathname, link.searchParams.get("type"), link.searchParams.get("redirect_to")],
    ["https://auth.example.com/welcome", "invite", "https://app.example.com/hello"],
  );
  const session = await auth.post("/verify", { type: "invite", token_hash: tokenHash });
  assert.equal(session.status, 200, session.text);
  assert.deepEqual(await actsOf(auth, "user_invited"), [{ actor: "service_role", email: EMAIL }]);
});

test("POST /invite refuses a confirmed address", async () => {
  await using auth = await startTestAuth();
  userOf(await asAdmin(auth).post("/admin/users", { email: EMAIL, email_confirm: true }));
  assert.deepEqual(faultOf(await asAdmin(auth).post("/invite", { email: EMAIL })), [
    422,
    "email_exists",
    "A user with this email address has already been registered",
  ]);
  assert.deepEqual(await auth.messages(), []);
});

test("POST /invite mails an unconfirmed user anew, without a pause, and forgets the password of whoever came first", async () => {
  await using auth = await startTestAuth();
  assert.equal((await auth.post("/signup", { email: EMAIL, password: "of an impostor" })).status, 200);
  const users = [];
  for (let n = 0; n < 3; n++) users.push(userOf(await asAdmin(auth).post("/invite", { email: EMAIL })));
  assert.equal(new Set(users.map(({ id }) => id)).size, 1);
  assert.deepEqual((await auth.messages()).map(({ template }) => template).sort(), [
    "confirmation",
    "invite",
    "invite",
    "invite",
  ]);
  const { db } = auth.service.world;
  assert.deepEqual(await db.one(sql`select encrypted_password, invited_at is not null as invited from users`), {
    encrypted_password: null,
    invited: true,
  });
  assert.equal((await db.many(sql`select from one_time_tokens`)).length, 1);
});

test("POST /invite counts for the mails of the hour", async () => {
  await using auth = await startTestAuth({ RATE_LIMIT_EMAIL_SENT: "1" });
  assert.equal((await asAdmin(auth).post("/invite", { email: EMAIL })).status, 200);
  const before = await stateOf(auth);
  assert.deepEqual(faultOf(await asAdmin(auth).post("/invite", { email: "bia@example.com" })).slice(0, 2), [
    429,
    "over_email_send_rate_limit",
  ]);
  assert.equal(await stateOf(auth), before);
});

test("50 parallel POST /invite of one address make one user", async () => {
  await using auth = await startTestAuth({ RATE_LIMIT_EMAIL_SENT: "1000" });
  const replies = await Promise.all(Array.from({ length: 50 }, () => asAdmin(auth).post("/invite", { email: EMAIL })));
  assert.ok(replies.some(({ status }) => status === 200));
  assert.ok(replies.every(({ status }) => status === 200 || status === 422));
  assert.deepEqual(await auth.service.world.db.one(sql`select count(*) as users from users`), { users: 1 });
});

test("POST /invite refuses bad input and changes nothing", async () => {
  await using auth = await startTestAuth();
  const before = await stateOf(auth);
  const bodies = [
    ...[{}, { email: null }, { email: "" }, { email: 1 }, { email: "ana" }, { email: `${"a".repeat(300)}@example.com` }],
    ...[{ email: "a\0@example.com" }, { email: EMAIL, data: 1 }, { email: EMAIL, data: { x: "x".repeat(16385) } }, []],
  ];
  for (const body of bodies) {
    const reply = await asAdmin(auth).post("/invite", body);
    assert.equal(reply.status, 400, `${JSON.stringify(body).slice(0, 60)} ${reply.text}`);
  }
  assert.equal(await stateOf(auth), before);
});
