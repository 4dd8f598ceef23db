import assert from "node:assert/strict";
import { test } from "node:test";
import { sql } from "../../kernel/sql/sql.ts";
import { startTestAuth, type TestAuth } from "../testing.ts";
import { AUTOCONFIRM, acts, ana, bob, changed, messages, put, read, signUp, type TestUser, verdict } from "./testing.ts";

const NEW = "new@example.com";

const verify = (auth: TestAuth, tokenHash: string | undefined) =>
  auth.post("/verify", { type: "email_change", token_hash: tokenHash });

test("PUT /user with an email mails both addresses, and changes it when both have confirmed, autoconfirm or not", async () => {
  await using auth = await startTestAuth(AUTOCONFIRM);
  const session = await signUp(auth);
  auth.clock.advance(1);
  const user = await changed(auth, session, { email: "New@Example.com" }, "?redirect_to=https://app.example.com/welcome");
  assert.deepEqual([user.email, user.new_email], [ana.email, NEW]);
  assert.equal(user.email_change_sent_at, auth.clock.now().toISOString());
  const [toCurrent, toNew] = await messages(auth);
  assert.deepEqual(
    [toCurrent, toNew].map((mail) => [mail?.to, mail?.template, mail?.variables.email, mail?.variables.newEmail]),
    [
      [ana.email, "email_change", ana.email, NEW],
      [NEW, "email_change", ana.email, NEW],
    ],
  );
  assert.match(
    toNew?.variables.confirmationUrl ?? "",
    /\/verify\?token=\w+&type=email_change&redirect_to=https:\/\/app.example.com\/welcome$/,
  );
  auth.clock.advance(1);
  assert.equal((await verify(auth, toNew?.variables.tokenHash)).status, 200);
  assert.equal((await read(auth, session)).email, ana.email);
  assert.equal((await verify(auth, toCurrent?.variables.tokenHash)).status, 200);
  assert.equal((await read(auth, session)).email, NEW);
  assert.deepEqual((await acts(auth)).slice(1, 2), ["user_modified"]);
});

test("PUT /user with an email mails only the new address where the other need not confirm", async () => {
  await using auth = await startTestAuth({ ...AUTOCONFIRM, MAILER_SECURE_EMAIL_CHANGE_ENABLED: "false" });
  const session = await signUp(auth);
  await changed(auth, session, { email: NEW });
  const mails = await messages(auth);
  assert.deepEqual(
    mails.map(({ to }) => to),
    [NEW],
  );
  assert.equal((await auth.post("/verify", { type: "email_change", email: NEW, token: mails[0]?.variables.token })).status, 200);
  assert.equal((await read(auth, session)).email, NEW);
});

test("PUT /user with another email makes the links of the one before worthless", async () => {
  await using auth = await startTestAuth({ ...AUTOCONFIRM, MAILER_SECURE_EMAIL_CHANGE_ENABLED: "false" });
  const session = await signUp(auth);
  await changed(auth, session, { email: "first@example.com" });
  auth.clock.advance(60);
  await changed(auth, session, { email: "second@example.com" });
  const [first] = await messages(auth);
  assert.equal((await verify(auth, first?.variables.tokenHash)).status, 403);
  assert.equal((await read(auth, session)).new_email, "second@example.com");
});

test("PUT /user with an email waits between two mails, for the user and for the address", async () => {
  await using auth = await startTestAuth(AUTOCONFIRM);
  const session = await signUp(auth);
  const other = await signUp(auth, bob);
  await changed(auth, session, { email: NEW });
  auth.clock.advance(20);
  for (const [who, email] of [
    [session, NEW],
    [session, "third@example.com"],
    [other, NEW],
  ] as const) {
    const reply = await put(auth, who, { email });
    assert.deepEqual([...verdict(reply), reply.headers["retry-after"]], [429, "over_email_send_rate_limit", "40"]);
  }
  assert.equal((await messages(auth)).length, 2);
  assert.equal((await read(auth, other)).new_email, undefined);
  auth.clock.advance(40);
  await changed(auth, session, { email: "third@example.com" });
});

test("PUT /user with an email counts both mails, and sends none beyond the limit of all", async () => {
  await using auth = await startTestAuth({ ...AUTOCONFIRM, RATE_LIMIT_EMAIL_SENT: "3" });
  const session = await signUp(auth);
  const other = await signUp(auth, bob);
  await changed(auth, session, { email: NEW });
  assert.deepEqual(verdict(await put(auth, other, { email: "other@example.com" })), [429, "over_email_send_rate_limit"]);
  assert.equal((await messages(auth)).length, 2);
  assert.equal((await read(auth, other)).new_email, undefined);
});

test("PUT /user with an email that is taken looks as with any other, and its owner gets a notice", async () => {
  await using auth = await startTestAuth(AUTOCONFIRM);
  const session = await signUp(auth);
  const { db } = auth.service.world;
  const like = await signUp(auth, { email: "carol@example.com", password: "correct horse" });
  await signUp(auth, bob);
  const changedUser = await changed(auth, session, { email: bob.email });
  const free = await changed(auth, like, { email: NEW });
  const shape = (user: TestUser) => Object.keys(user);
  assert.deepEqual(shape(changedUser), shape(free));
  assert.deepEqual([changedUser.new_email, changedUser.email_change_sent_at], [bob.email, free.email_change_sent_at]);
  assert.deepEqual((await read(auth, session)).new_email, bob.email);
  const mails = await messages(auth);
  assert.deepEqual(
    mails.map(({ to, template }) => [to, template]),
    [
      [ana.email, "email_change"],
      [bob.email, "address_taken"],
      ["carol@example.com", "email_change"],
      [NEW, "email_change"],
    ],
  );
  assert.deepEqual(Object.keys(mails[1]?.variables ?? {}), ["email"]);
  // The current address may confirm; the change still waits for a link that nobody has.
  assert.equal((await verify(auth, mails[0]?.variables.tokenHash)).status, 200);
  assert.equal((await read(auth, session)).email, ana.email);
  const { n } = await db.one<{ n: number }>(sql`select count(*)::int as n from users where email = ${bob.email}`);
  assert.equal(n, 1);
  assert.deepEqual(verdict(await put(auth, session, { email: bob.email })), [429, "over_email_send_rate_limit"]);
  assert.deepEqual(verdict(await put(auth, like, { email: NEW })), [429, "over_email_send_rate_limit"]);
});

test("PUT /user with an email that is taken is refused with UPSTREAM_ANSWERS", async () => {
  await using auth = await startTestAuth({ ...AUTOCONFIRM, UPSTREAM_ANSWERS: "true" });
  await signUp(auth, bob);
  const session = await signUp(auth);
  assert.deepEqual(verdict(await put(auth, session, { email: bob.email })), [422, "email_exists"]);
  assert.deepEqual(await messages(auth), []);
});

test("PUT /user with an email begins a PKCE flow where it is asked to", async () => {
  await using auth = await startTestAuth(AUTOCONFIRM);
  const session = await signUp(auth);
  await changed(auth, session, { email: NEW, code_challenge: "x".repeat(43), code_challenge_method: "plain" });
  const mails = await messages(auth);
  assert.ok(mails.every(({ variables }) => variables.tokenHash.startsWith("pkce_")));
  const flows = await auth.service.world.db.many(sql`
    select authentication_method, code_challenge_method from flow_states join one_time_tokens on flow_state_id = flow_states.id`);
  const flow = { authentication_method: "email_change", code_challenge_method: "plain" };
  assert.deepEqual(flows, [flow, flow]);
});

test("PUT /user with an email makes an anonymous user somebody at once where addresses need no confirmation", async () => {
  await using auth = await startTestAuth({ ...AUTOCONFIRM, EXTERNAL_ANONYMOUS_USERS_ENABLED: "true" });
  await signUp(auth, bob);
  const session = await signUp(auth, { data: { name: "Ana" } });
  assert.deepEqual(verdict(await put(auth, session, { email: bob.email })), [422, "email_exists"]);
  const user = await changed(auth, session, { email: ana.email });
  assert.deepEqual([user.email, user.is_anonymous, user.new_email], [ana.email, false, undefined]);
  assert.equal(user.email_confirmed_at, auth.clock.now().toISOString());
  assert.deepEqual(user.app_metadata, { provider: "email", providers: ["email"] });
  assert.deepEqual(user.user_metadata, { name: "Ana", email: ana.email, email_verified: true });
  assert.deepEqual(
    user.identities.map(({ provider, identity_data: data }) => [provider, data.email, data.email_verified]),
    [["email", ana.email, true]],
  );
  assert.deepEqual(await read(auth, session), user);
  assert.deepEqual(await messages(auth), []);
  const noted = await auth.service.world.db.many(sql`select change from user_changes`);
  assert.deepEqual(noted, [{ change: "email_changed" }]);
});

test("PUT /user: of ten anonymous users who want one address at once, one gets it", async () => {
  await using auth = await startTestAuth({ ...AUTOCONFIRM, EXTERNAL_ANONYMOUS_USERS_ENABLED: "true" });
  const sessions = await Promise.all(Array.from({ length: 10 }, () => signUp(auth, {})));
  const replies = await Promise.all(sessions.map((session) => put(auth, session, { email: ana.email })));
  const verdicts = replies.map((reply) => verdict(reply).join(" ")).toSorted();
  assert.deepEqual(verdicts, ["200 ", ...Array(9).fill("422 email_exists")]);
});
