import assert from "node:assert/strict";
import { test } from "node:test";
import { sql } from "../../kernel/sql/sql.ts";
import type { Reply } from "../../kernel/testing/client.ts";
import { until } from "../../kernel/testing/until.ts";
import { startTestAuth, type TestAuth } from "../testing.ts";
import { plantToken, wrongCode } from "../verification/testing.ts";
import { AUTOCONFIRM, acts, ana, bearer, changed, messages, put, signIn, signUp, type TestSession, verdict } from "./testing.ts";

const fresh = { password: "another horse" };
const REAUTHENTICATION = { ...AUTOCONFIRM, SECURITY_UPDATE_PASSWORD_REQUIRE_REAUTHENTICATION: "true" };

const tokensLeft = (auth: TestAuth) => auth.service.world.db.many(sql`select purpose from one_time_tokens order by purpose`);

/** Asks for a nonce, and reads it from the mail. */
async function askNonce(auth: TestAuth, session: TestSession): Promise<string> {
  assert.equal((await auth.get("/reauthenticate", bearer(session))).status, 200);
  return (await messages(auth)).findLast(({ template }) => template === "reauthentication")?.variables.token as string;
}

test("PUT /user with a password: the new one works, the old one does not, and the owner is told", async () => {
  await using auth = await startTestAuth(AUTOCONFIRM);
  const session = await signUp(auth);
  auth.clock.advance(1);
  await changed(auth, session, fresh);
  auth.clock.advance(1);
  assert.deepEqual(verdict(await auth.post("/token?grant_type=password", ana)), [400, "invalid_credentials"]);
  await signIn(auth, { ...ana, ...fresh });
  const mails = await messages(auth);
  assert.deepEqual(
    mails.map(({ template, to, is_under_way: isUnderWay }) => [template, to, isUnderWay]),
    [["password_changed", ana.email, true]],
  );
  assert.deepEqual((await acts(auth)).slice(1, 2), ["user_updated_password"]);
  const noted = await auth.service.world.db.many(sql`select user_id, change from user_changes`);
  assert.deepEqual(noted, [{ user_id: session.user.id, change: "password_changed" }]);
});

test("PUT /user with a password ends access everywhere else at once, and keeps this session", async () => {
  await using auth = await startTestAuth(AUTOCONFIRM);
  const elsewhere = await signUp(auth);
  const here = await signIn(auth);
  await changed(auth, here, fresh);
  assert.deepEqual(verdict(await auth.get("/user", bearer(elsewhere))), [403, "session_not_found"]);
  assert.deepEqual(verdict(await auth.post("/token?grant_type=refresh_token", { refresh_token: elsewhere.refresh_token })), [
    400,
    "refresh_token_not_found",
  ]);
  assert.equal((await auth.get("/user", bearer(here))).status, 200);
  assert.equal((await auth.post("/token?grant_type=refresh_token", { refresh_token: here.refresh_token })).status, 200);
});

test("PUT /user with a password voids every token that is out, and the changes of address that wait for one", async () => {
  await using auth = await startTestAuth({ ...AUTOCONFIRM, EXTERNAL_PHONE_ENABLED: "true" });
  const session = await signUp(auth);
  const userId = session.user.id;
  const challenge = "x".repeat(43);
  const link = await plantToken(auth, { userId, kind: "recovery", address: ana.email, challenge });
  await changed(auth, session, { email: "thief@example.com", phone: "15551234567" });
  assert.equal((await tokensLeft(auth)).length, 4);
  const user = await changed(auth, session, fresh);
  assert.deepEqual([await tokensLeft(auth), user.new_email, user.new_phone], [[], undefined, undefined]);
  assert.equal((await auth.post("/verify", { type: "recovery", token_hash: link.link })).status, 403);
  const { n } = await auth.service.world.db.one<{ n: number }>(sql`select count(*)::int as n from flow_states`);
  assert.equal(n, 0);
});

test("PUT /user with a password and an address keeps the tokens of that address alone", async () => {
  await using auth = await startTestAuth(AUTOCONFIRM);
  const session = await signUp(auth);
  await plantToken(auth, { userId: session.user.id, kind: "recovery", address: ana.email });
  await plantToken(auth, { userId: session.user.id, kind: "email_change_new", address: "old@example.com" });
  await changed(auth, session, { ...fresh, email: "new@example.com" });
  assert.deepEqual(await tokensLeft(auth), [{ purpose: "email_change_current" }, { purpose: "email_change_new" }]);
});

test("PUT /user refuses the password that one has, and weak ones", async () => {
  await using auth = await startTestAuth({ ...AUTOCONFIRM, PASSWORD_REQUIRED_CHARACTERS: "0123456789" });
  const session = await signUp(auth, { ...ana, password: "correct h0rse" });
  assert.deepEqual(verdict(await put(auth, session, { password: "correct h0rse" })), [422, "same_password"]);
  const weak = await put(auth, session, { password: "nope" });
  assert.deepEqual(verdict(weak), [422, "weak_password"]);
  assert.deepEqual((weak.body as { weak_password: unknown }).weak_password, { reasons: ["length", "characters"] });
});

test("PUT /user: an anonymous user gets a password together with an address, not before", async () => {
  await using auth = await startTestAuth({ EXTERNAL_ANONYMOUS_USERS_ENABLED: "true" });
  const session = await signUp(auth, {});
  assert.deepEqual(verdict(await put(auth, session, fresh)), [422, "validation_failed"]);
  const user = await changed(auth, session, { ...fresh, email: ana.email });
  assert.deepEqual([user.new_email, user.is_anonymous], [ana.email, true]);
  const mail = (await messages(auth))[0];
  assert.equal((await auth.post("/verify", { type: "email_change", token_hash: mail?.variables.tokenHash })).status, 200);
  await signIn(auth, { ...ana, ...fresh });
});

test("PUT /user with reauthentication on: a password needs the nonce that was mailed, and all else needs none", async () => {
  await using auth = await startTestAuth(REAUTHENTICATION);
  const session = await signUp(auth);
  await changed(auth, session, { data: { a: 1 } });
  assert.deepEqual(verdict(await put(auth, session, fresh)), [400, "reauthentication_needed"]);
  assert.deepEqual(verdict(await put(auth, session, { ...fresh, nonce: "123456" })), [422, "reauthentication_not_valid"]);
  const nonce = await askNonce(auth, session);
  const wrong = { ...fresh, nonce: wrongCode(nonce) };
  assert.deepEqual(verdict(await put(auth, session, wrong)), [422, "reauthentication_not_valid"]);
  // Not even whether the password is the old one is told without the nonce.
  assert.deepEqual(verdict(await put(auth, session, { ...wrong, password: ana.password })), [422, "reauthentication_not_valid"]);
  assert.deepEqual(verdict(await put(auth, session, { nonce, password: ana.password })), [422, "same_password"]);
  await changed(auth, session, { ...fresh, nonce });
  assert.deepEqual(verdict(await put(auth, session, { password: "a third horse", nonce })), [422, "reauthentication_not_valid"]);
});

test("PUT /user: five wrong tries void a nonce, time does, and it is no good at POST /verify", async () => {
  await using auth = await startTestAuth({ ...REAUTHENTICATION, SMTP_MAX_FREQUENCY: "1" });
  const session = await signUp(auth);
  const nonce = await askNonce(auth, session);
  for (const type of ["email", "recovery", "magiclink", "signup", "email_change", "reauthentication"])
    assert.ok((await auth.post("/verify", { type, email: ana.email, token: nonce })).status >= 400, type);
  for (let round = 0; round < 5; round++) await put(auth, session, { ...fresh, nonce: wrongCode(nonce) });
  assert.deepEqual(verdict(await put(auth, session, { ...fresh, nonce })), [422, "reauthentication_not_valid"]);
  auth.clock.advance(2);
  await auth.service.world.db.run(sql`delete from outbox`);
  const late = await askNonce(auth, session);
  auth.clock.advance(3600);
  const renewed = await signIn(auth);
  assert.deepEqual(verdict(await put(auth, renewed, { ...fresh, nonce: late })), [422, "reauthentication_not_valid"]);
  auth.clock.advance(-1);
  await changed(auth, renewed, { ...fresh, nonce: late });
});

test("PUT /user: of fifty calls with one nonce exactly one changes the password", async () => {
  await using auth = await startTestAuth({ ...REAUTHENTICATION, RATE_LIMIT_OTP: "0" });
  const session = await signUp(auth);
  const nonce = await askNonce(auth, session);
  const passwords = Array.from({ length: 50 }, (_, number) => `horse number ${number}`);
  const replies = await Promise.all(passwords.map((password) => put(auth, session, { password, nonce })));
  const statuses = replies.map(({ status }) => status);
  assert.equal(statuses.filter((status) => status === 200).length, 1, statuses.join());
  // Wrong nonces by then, more than the cores can hash, or on a busy machine too long in line for the user's row.
  assert.ok(
    statuses.every((status) => [200, 422, 429, 503].includes(status)),
    statuses.join(),
  );
  await signIn(auth, { ...ana, password: passwords[statuses.indexOf(200)] });
});

test("PUT /user needs no nonce in a session that a recovery link opened", async () => {
  await using auth = await startTestAuth(REAUTHENTICATION);
  const { user } = await signUp(auth);
  const { link } = await plantToken(auth, { userId: user.id, kind: "recovery", address: ana.email });
  const reply = await auth.post("/verify", { type: "recovery", token_hash: link });
  assert.equal(reply.status, 200, reply.text);
  await changed(auth, reply.body as TestSession, fresh);
  await signIn(auth, { ...ana, ...fresh });
});

test("PUT /user: of two sessions that set a password at once only one goes on", async () => {
  await using auth = await startTestAuth(AUTOCONFIRM);
  const sessions = [await signUp(auth), await signIn(auth), await signIn(auth), await signIn(auth)];
  const replies = await Promise.all(
    sessions.map((session, number) => put(auth, session, { password: `horse number ${number}` })),
  );
  const statuses = replies.map(({ status }) => status);
  assert.deepEqual(statuses.toSorted(), [200, 403, 403, 403]);
  const { n } = await auth.service.world.db.one<{ n: number }>(sql`select count(*)::int as n from sessions`);
  assert.equal(n, 1);
  await signIn(auth, { ...ana, password: `horse number ${statuses.indexOf(200)}` });
});

test("PUT /user with a password leaves no session of a sign-in at the same time with the old one", async () => {
  await using auth = await startTestAuth(AUTOCONFIRM);
  const session = await signUp(auth);
  const tries = Array.from({ length: 10 }, () => auth.post("/token?grant_type=password", ana));
  assert.equal((await put(auth, session, fresh)).status, 200);
  const signedIn = (await Promise.all(tries)).filter(({ status }) => status === 200);
  for (const { body } of signedIn) assert.equal((await auth.get("/user", bearer(body as TestSession))).status, 403);
});

/** Lets calls queue up for the user's row in this order, one after the other, before the first of them gets it. */
async function queued(auth: TestAuth, calls: readonly (() => Promise<Reply>)[]): Promise<Reply[]> {
  const waiting: Promise<Reply>[] = [];
  await auth.service.world.db.transaction(async (tx) => {
    await tx.run(sql`select from users for update`);
    for (const call of calls) {
      waiting.push(call());
      // The first in line holds the lock on the tuple while it waits for the row, and the others wait for that lock.
      await until(`${waiting.length} calls in line`, async () => {
        const { waiters } = await tx.one<{ waiters: number }>(sql`
          select count(distinct pid)::int as waiters from pg_locks
           where locktype = 'tuple' and database = (select oid from pg_database where datname = current_database())`);
        return waiters === waiting.length;
      });
    }
  });
  return Promise.all(waiting);
}

test("PUT /user with a password ends the sessions of those who were in line before it, and refuses those behind it", async () => {
  await using auth = await startTestAuth(AUTOCONFIRM);
  const elsewhere = await signUp(auth);
  const here = await signIn(auth);
  const [entering, changing, moving] = (await queued(auth, [
    () => auth.post("/token?grant_type=password", ana),
    () => put(auth, here, fresh),
    () => put(auth, elsewhere, { email: "thief@example.com" }),
  ])) as [Reply, Reply, Reply];
  assert.equal(entering.status, 200, entering.text);
  assert.equal(changing.status, 200, changing.text);
  assert.deepEqual(verdict(moving), [403, "session_not_found"]);
  assert.equal((await auth.get("/user", bearer(entering.body as TestSession))).status, 403);
});

const CURRENT = { ...AUTOCONFIRM, SECURITY_UPDATE_PASSWORD_REQUIRE_CURRENT_PASSWORD: "true" };

test("PUT /user with SECURITY_UPDATE_PASSWORD_REQUIRE_CURRENT_PASSWORD: a new password needs the one before, all else does not", async () => {
  await using auth = await startTestAuth(CURRENT);
  const session = await signUp(auth);
  await changed(auth, session, { data: { a: 1 } });
  for (const none of [{}, { current_password: "" }, { current_password: null }])
    assert.deepEqual(verdict(await put(auth, session, { ...fresh, ...none })), [400, "current_password_required"]);
  for (const wrong of ["wrong horse", "x".repeat(10_000)]) {
    const reply = await put(auth, session, { ...fresh, current_password: wrong });
    assert.deepEqual(verdict(reply), [400, "current_password_invalid"]);
  }
  await changed(auth, session, { ...fresh, current_password: ana.password });
  await signIn(auth, { ...ana, ...fresh });
  const same = await put(auth, session, { ...fresh, current_password: fresh.password });
  assert.deepEqual(verdict(same), [422, "same_password"]);
});

test("PUT /user: nobody finds out the current password by trying, not in ten sessions at once", async () => {
  await using auth = await startTestAuth({ ...CURRENT, RATE_LIMIT_OTP: "0" });
  const session = await signUp(auth);
  const tries = Array.from({ length: 14 }, (_, n) => put(auth, session, { ...fresh, current_password: `horse ${n}` }));
  const statuses = (await Promise.all(tries)).map(({ status }) => status);
  assert.deepEqual(statuses.toSorted(), [...Array(10).fill(400), ...Array(4).fill(429)]);
  assert.equal(
    (await put(auth, session, { ...fresh, current_password: ana.password })).status,
    429,
    "nor does the right one show",
  );
  auth.clock.advance(301);
  await changed(auth, session, { ...fresh, current_password: ana.password });
});

test("PUT /user with a first password, and in a session opened by recovery, needs no current password", async () => {
  await using auth = await startTestAuth({ ...CURRENT, EXTERNAL_ANONYMOUS_USERS_ENABLED: "true" });
  const anonymous = await signUp(auth, {});
  await changed(auth, anonymous, { ...fresh, email: "new@example.com" });
  const { user } = await signUp(auth);
  const { link } = await plantToken(auth, { userId: user.id, kind: "recovery", address: ana.email });
  const reply = await auth.post("/verify", { type: "recovery", token_hash: link });
  await changed(auth, reply.body as TestSession, fresh);
  await signIn(auth, { ...ana, ...fresh });
});
