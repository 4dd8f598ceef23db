import assert from "node:assert/strict";
import { test } from "node:test";
import { sql } from "../../kernel/sql/sql.ts";
import { untilLockWait } from "../../kernel/testing/lock_waits.ts";
import { startTestAuth } from "../testing.ts";
import {
  acts,
  ana,
  confirmedUser,
  countSessions,
  errorCode,
  errorText,
  lastMessage,
  methodOf,
  plantToken,
  type Session,
  signUp,
  tokensLeft,
  wrongCode,
} from "./testing.ts";

const CODE_REFUSED = [403, "otp_expired", "Token has expired or is invalid"];
const LINK_REFUSED = [403, "otp_expired", "Email link is invalid or has expired"];
const answer = (reply: { status: number; body: unknown }) => [reply.status, errorCode(reply), errorText(reply)];

test("POST /verify with the code of a sign-up confirms the address and signs in", async () => {
  await using auth = await startTestAuth();
  await signUp(auth);
  const { variables } = await lastMessage(auth);
  const reply = await auth.post("/verify", { type: "signup", email: "Ana@Example.com", token: variables.token });
  assert.equal(reply.status, 200, reply.text);
  const session = reply.body as Session;
  assert.equal(session.type, "signup");
  assert.ok(session.user.email_confirmed_at);
  assert.equal(session.user.user_metadata.email_verified, true);
  assert.deepEqual(
    session.user.identities.map(({ identity_data: data }) => data.email_verified),
    [true],
  );
  assert.equal(methodOf(session), "otp");
  assert.deepEqual(await acts(auth), ["user_confirmation_requested", "user_signedup"]);
  const userReply = await auth.get("/user", { authorization: `Bearer ${session.access_token}` });
  assert.deepEqual(userReply.body, session.user);
  assert.equal((await auth.post("/token?grant_type=password", ana)).status, 200);
});

test("POST /verify takes the token of a link as token alone and as token_hash, once", async () => {
  await using auth = await startTestAuth();
  for (const [field, email] of [
    ["token", "a@example.com"],
    ["token_hash", "b@example.com"],
  ] as const) {
    await signUp(auth, { ...ana, email });
    const { variables } = await lastMessage(auth);
    const body = { type: "signup", [field]: variables.tokenHash };
    const reply = await auth.post("/verify", body);
    assert.equal(reply.status, 200, reply.text);
    assert.equal((reply.body as Session).user.email, email);
    assert.deepEqual(answer(await auth.post("/verify", body)), LINK_REFUSED);
  }
});

test("POST /verify with a recovery code signs a confirmed user in, and voids all other tokens of theirs", async () => {
  await using auth = await startTestAuth();
  const userId = await confirmedUser(auth);
  const token = await plantToken(auth, { userId, kind: "recovery", address: ana.email });
  await plantToken(auth, { userId, kind: "reauthentication", address: ana.email });
  const reply = await auth.post("/verify", { type: "recovery", email: ana.email, token: token.code });
  assert.equal(reply.status, 200, reply.text);
  assert.equal((reply.body as Session).type, "recovery");
  assert.equal(methodOf(reply.body as Session), "recovery");
  assert.deepEqual(await tokensLeft(auth), []);
  assert.equal((await acts(auth)).at(-1), "login");
});

test("POST /verify with the code of a magic link confirms who had not confirmed, and that is a sign-up", async () => {
  await using auth = await startTestAuth();
  const userId = await signUp(auth);
  const token = await plantToken(auth, { userId, kind: "magiclink", address: ana.email });
  const reply = await auth.post("/verify", { type: "magiclink", email: ana.email, token: token.code });
  assert.equal((reply.body as Session).type, "magiclink");
  assert.equal(methodOf(reply.body as Session), "otp");
  assert.ok((reply.body as Session).user.email_confirmed_at);
  assert.equal((await acts(auth)).at(-1), "user_signedup");
});

test("POST /verify with type email answers with what the token was for", async () => {
  await using auth = await startTestAuth();
  const userId = await signUp(auth);
  const { variables } = await lastMessage(auth);
  const first = await auth.post("/verify", { type: "email", email: ana.email, token: variables.token });
  assert.equal((first.body as Session).type, "signup");
  const token = await plantToken(auth, { userId, kind: "magiclink", address: ana.email });
  const second = await auth.post("/verify", { type: "email", token_hash: token.link });
  assert.equal((second.body as Session).type, "magiclink");
});

test("POST /verify with type sms confirms a phone number", async () => {
  await using auth = await startTestAuth({ EXTERNAL_PHONE_ENABLED: "true" });
  await signUp(auth, { phone: "+15550100", password: ana.password });
  const { variables } = await lastMessage(auth);
  assert.deepEqual(answer(await auth.post("/verify", { type: "sms", phone: "+15550101", token: variables.code })), CODE_REFUSED);
  const reply = await auth.post("/verify", { type: "sms", phone: "+1 555 0100", token: variables.code });
  assert.equal(reply.status, 200, reply.text);
  const { user, type } = reply.body as Session;
  assert.deepEqual([type, user.phone, user.user_metadata.phone_verified], [undefined, "15550100", true]);
  assert.ok(user.phone_confirmed_at);
  assert.deepEqual(
    user.identities.map(({ identity_data: data }) => data.phone_verified),
    [true],
  );
});

test("a fixed code of the configuration is taken for its number while it is valid", async () => {
  await using auth = await startTestAuth({
    EXTERNAL_PHONE_ENABLED: "true",
    SMS_TEST_OTP: "15550100:123456",
    SMS_TEST_OTP_VALID_UNTIL: "2026-01-31T12:00:30Z",
  });
  const body = { type: "sms", phone: "15550100", token: "123456" };
  assert.deepEqual(answer(await auth.post("/verify", body)), CODE_REFUSED, "nothing was asked for");
  await signUp(auth, { phone: "15550100", password: ana.password });
  assert.equal((await auth.post("/verify", body)).status, 200);
  auth.clock.advance(30);
  const userId = await confirmedUser(auth, { phone: "15550102", password: ana.password });
  await auth.service.world.db.run(sql`update users set phone = '15550199' where phone = '15550100'`);
  await auth.service.world.db.run(sql`update users set phone = '15550100' where id = ${userId}`);
  await plantToken(auth, { userId, kind: "sms", address: "15550100" });
  assert.deepEqual(answer(await auth.post("/verify", body)), CODE_REFUSED, "its time is over");
});

test("a code is good for its own kind, its own address and its own time only", async () => {
  await using auth = await startTestAuth({ EXTERNAL_PHONE_ENABLED: "true" });
  const userId = await confirmedUser(auth);
  await confirmedUser(auth, { ...ana, email: "bob@example.com" });
  const token = await plantToken(auth, { userId, kind: "recovery", address: ana.email });
  for (const type of ["signup", "invite", "email_change", "magiclink"]) {
    assert.deepEqual(answer(await auth.post("/verify", { type, email: ana.email, token: token.code })), CODE_REFUSED, type);
    assert.deepEqual(answer(await auth.post("/verify", { type, token_hash: token.link })), LINK_REFUSED, type);
  }
  const nonce = await plantToken(auth, { userId, kind: "reauthentication", address: ana.email });
  assert.deepEqual(answer(await auth.post("/verify", { type: "email", token_hash: nonce.link })), LINK_REFUSED);
  const foreign = await auth.post("/verify", { type: "recovery", email: "bob@example.com", token: token.code });
  assert.deepEqual(answer(foreign), CODE_REFUSED);
  auth.clock.advance(3600);
  assert.deepEqual(answer(await auth.post("/verify", { type: "recovery", email: ana.email, token: token.code })), CODE_REFUSED);
  assert.deepEqual(answer(await auth.post("/verify", { type: "recovery", token_hash: token.link })), LINK_REFUSED);
  assert.equal(await countSessions(auth), 0);
});

test("a token dies with the address that it was sent to, and with its user", async () => {
  await using auth = await startTestAuth();
  const userId = await signUp(auth);
  const { variables } = await lastMessage(auth);
  const { db } = auth.service.world;
  await db.run(sql`update users set email = 'other@example.com' where id = ${userId}`);
  assert.deepEqual(answer(await auth.post("/verify", { type: "signup", token_hash: variables.tokenHash })), LINK_REFUSED);
  await db.run(sql`update users set email = ${ana.email}, deleted_at = created_at where id = ${userId}`);
  assert.deepEqual(answer(await auth.post("/verify", { type: "signup", token_hash: variables.tokenHash })), LINK_REFUSED);
  await db.run(sql`update users set deleted_at = null where id = ${userId}`);
  assert.equal((await auth.post("/verify", { type: "signup", token_hash: variables.tokenHash })).status, 200);
});

test("a banned user is told so and keeps the token", async () => {
  await using auth = await startTestAuth();
  const userId = await signUp(auth);
  const { variables } = await lastMessage(auth);
  const { db } = auth.service.world;
  await db.run(sql`update users set banned_until = '9999-01-01' where id = ${userId}`);
  const body = { type: "signup", email: ana.email, token: variables.token };
  assert.deepEqual(answer(await auth.post("/verify", body)), [403, "user_banned", "User is banned"]);
  const wrong = await auth.post("/verify", { ...body, token: wrongCode(variables.token) });
  assert.deepEqual(answer(wrong), CODE_REFUSED, "only who has the code hears of the ban");
  await db.run(sql`update users set banned_until = null where id = ${userId}`);
  assert.equal((await auth.post("/verify", body)).status, 200);
});

test("a user who has no password gets the one that comes along; who has one keeps it", async () => {
  await using auth = await startTestAuth();
  const userId = await signUp(auth);
  const { db } = auth.service.world;
  const { variables } = await lastMessage(auth);
  await db.run(sql`update users set encrypted_password = null, invited_at = created_at where id = ${userId}`);
  const body = { type: "signup", token: variables.tokenHash };
  const without = await auth.post("/verify", body);
  assert.deepEqual(answer(without), [422, "validation_failed", "Confirming this sign-up requires a password"]);
  assert.equal(errorCode(await auth.post("/verify", { ...body, password: "short" })), "weak_password");
  assert.deepEqual(await tokensLeft(auth), ["confirmation"]);
  assert.equal((await auth.post("/verify", { ...body, password: "brand new one" })).status, 200);
  const signIn = (password: string) => auth.post("/token?grant_type=password", { email: ana.email, password });
  assert.equal((await signIn("brand new one")).status, 200);
  const token = await plantToken(auth, { userId, kind: "recovery", address: ana.email });
  const again = await auth.post("/verify", { type: "recovery", token: token.link, password: "another one" });
  assert.equal(again.status, 200);
  assert.equal((await signIn("another one")).status, 400);
  assert.equal((await signIn("brand new one")).status, 200);
});

test("an invitation is accepted without a password, and so is a sign-up by code", async () => {
  await using auth = await startTestAuth();
  for (const [type, invitedAt] of [
    ["invite", auth.clock.now()],
    ["signup", null],
  ] as const) {
    const userId = await signUp(auth, { ...ana, email: `${type}@example.com` });
    const { variables } = await lastMessage(auth);
    await auth.service.world.db.run(
      sql`update users set encrypted_password = null, invited_at = ${invitedAt} where id = ${userId}`,
    );
    await auth.service.world.db.run(sql`update one_time_tokens set kind = ${type}`);
    const reply = await auth.post("/verify", { type, token_hash: variables.tokenHash });
    assert.deepEqual([reply.status, (reply.body as Session).type], [200, type]);
  }
});

test("with one session per user, verifying ends the others", async () => {
  await using auth = await startTestAuth({ SESSIONS_SINGLE_PER_USER: "true" });
  const userId = await confirmedUser(auth);
  const first = (await auth.post("/token?grant_type=password", ana)).body as Session;
  const token = await plantToken(auth, { userId, kind: "magiclink", address: ana.email });
  const second = (await auth.post("/verify", { type: "magiclink", token_hash: token.link })).body as Session;
  const refresh = (session: Session) => auth.post("/token?grant_type=refresh_token", { refresh_token: session.refresh_token });
  assert.equal((await refresh(first)).status, 400);
  assert.equal((await refresh(second)).status, 200);
});

test("a change of the account that is under way is waited for, and the token is judged by what it left", async () => {
  await using auth = await startTestAuth();
  const userId = await confirmedUser(auth);
  const { db } = auth.service.world;
  const during = async (change: ReturnType<typeof sql>) => {
    const token = await plantToken(auth, { userId, kind: "recovery", address: ana.email });
    const { promise: isLocked, resolve: lock } = Promise.withResolvers<void>();
    const { promise: mayEnd, resolve: end } = Promise.withResolvers<void>();
    const other = db.transaction(async (tx) => {
      await tx.run(sql`update users set raw_user_meta_data = raw_user_meta_data || '{"seen": true}' where id = ${userId}`);
      await tx.run(change);
      lock();
      await mayEnd;
    });
    await isLocked;
    const reply = auth.post("/verify", { type: "recovery", email: ana.email, token: token.code });
    await untilLockWait(db);
    end();
    await other;
    return reply;
  };
  const verification = await during(sql`update users set role = 'editor' where id = ${userId}`);
  assert.equal(verification.status, 200, verification.text);
  assert.equal((verification.body as Session).user.user_metadata.seen, true);
  assert.deepEqual(answer(await during(sql`update one_time_tokens set code_mac = 'another'::bytea`)), CODE_REFUSED);
  await db.run(sql`delete from one_time_tokens`);
  assert.deepEqual(answer(await during(sql`update one_time_tokens set tries = 5`)), CODE_REFUSED);
  await db.run(sql`delete from one_time_tokens`);
  assert.deepEqual(answer(await during(sql`delete from one_time_tokens`)), CODE_REFUSED);
  const banned = await during(sql`update users set banned_until = '9999-01-01' where id = ${userId}`);
  assert.equal(errorCode(banned), "user_banned");
});

const ADDRESS = { email: ana.email };
const REFUSED: [body: Record<string, unknown>, status: number, message: string | RegExp][] = [
  [{ token: "123456", ...ADDRESS }, 400, "Verify requires a verification type"],
  [{ type: null, token: "123456", ...ADDRESS }, 400, "Verify requires a verification type"],
  [{ type: "", token: "123456", ...ADDRESS }, 400, "Verify requires a verification type"],
  [{ type: 1, token: "123456", ...ADDRESS }, 400, /^type /],
  [{ type: "password", token: "123456", ...ADDRESS }, 400, "Unsupported verification type"],
  [{ type: "__proto__", token: "123456", ...ADDRESS }, 400, "Unsupported verification type"],
  [{ type: "password", token: "123456" }, 400, "Unsupported verification type"],
  [{ type: "password", token: "123456", phone: "15550100" }, 400, "Unsupported verification type"],
  [{ type: "x".repeat(50_000), token_hash: "123456" }, 400, "Unsupported verification type"],
  [{ type: "sms", token: "123456", ...ADDRESS }, 400, "Invalid email verification type"],
  [{ type: "sms", token_hash: "123456" }, 400, "Invalid email verification type"],
  [{ type: "signup", token: "123456", phone: "15550100" }, 400, "Invalid phone verification type"],
  [{ type: "signup", ...ADDRESS }, 400, "Verify requires either a token or a token hash"],
  [{ type: "signup", token: null, ...ADDRESS }, 400, "Verify requires either a token or a token hash"],
  [{ type: "signup", token: "", ...ADDRESS }, 400, "Verify requires either a token or a token hash"],
  [{ type: "signup", token: 123456, ...ADDRESS }, 400, /^token /],
  [{ type: "signup", token: ["123456"], ...ADDRESS }, 400, /^token /],
  [{ type: "signup", token: "1".repeat(50_000), email: "bob@example.com" }, 403, "Token has expired or is invalid"],
  [{ type: "signup", token_hash: "1".repeat(50_000) }, 403, "Email link is invalid or has expired"],
  [{ type: "signup", token: "\u{1F600}" }, 403, "Email link is invalid or has expired"],
  [{ type: "signup", token: "12\0", ...ADDRESS }, 400, /NUL/],
  [{ type: "signup", token_hash: {} }, 400, /^token_hash /],
  [{ type: "signup", token_hash: "abc", ...ADDRESS }, 400, "Only the token_hash and type should be provided"],
  [{ type: "signup", token_hash: "abc", token: "abc" }, 400, "Only the token_hash and type should be provided"],
  [
    { type: "signup", token: "123456", ...ADDRESS, phone: "15550100" },
    400,
    "Only an email address or phone number should be provided on verify",
  ],
  [{ type: "sms", token: "123456" }, 400, "Only an email address or phone number should be provided on verify"],
  [{ type: "signup", token: "123456", email: "nonsense" }, 422, "Invalid email format"],
  [{ type: "signup", token: "123456", email: `${"a".repeat(300)}@example.com` }, 422, "Invalid email format"],
  [{ type: "signup", token: "123456", email: 5 }, 400, /^email /],
  [{ type: "sms", token: "123456", phone: "nonsense" }, 400, "Invalid phone number format (E.164 required)"],
  [{ type: "signup", token: "123456", password: "x".repeat(300) }, 400, "Password cannot be longer than 256 bytes"],
  [{ type: "signup", token: "123456", password: 12345678 }, 400, /^password /],
];

test("POST /verify refuses what it cannot use, and nothing changes", async () => {
  await using auth = await startTestAuth();
  await signUp(auth);
  const { db } = auth.service.world;
  const state = () => db.many(sql`select tries, purpose from one_time_tokens`);
  const before = await state();
  for (const [body, status, message] of REFUSED) {
    const reply = await auth.post("/verify", body);
    const what = JSON.stringify(body).slice(0, 100);
    assert.equal(reply.status, status, what);
    if (typeof message === "string") assert.equal(errorText(reply), message, what);
    else assert.match(errorText(reply) ?? "", message, what);
    assert.deepEqual(await state(), before, what);
  }
  for (const body of ["", "[]", "null", "{", '"text"']) assert.equal((await auth.post("/verify", body)).status, 400, body);
  assert.equal(await countSessions(auth), 0);
});

test("a stranger's password does not survive when the owner of an address comes in by a code that the stranger's sign-up did not send", async () => {
  for (const path of ["/otp", "/recover"]) {
    await using auth = await startTestAuth();
    const stranger = { email: "ana@example.com", password: "a stranger's" };
    await auth.post("/signup", stranger);
    auth.clock.advance(60);
    await auth.post(path, { email: stranger.email });
    const { variables } = await lastMessage(auth);
    const type = path === "/otp" ? "email" : "recovery";
    const reply = await auth.post("/verify", { type, email: stranger.email, token: variables.token });
    assert.equal(reply.status, 200, reply.text);
    assert.equal((await auth.post("/token?grant_type=password", stranger)).status, 400, path);
  }
});
