import assert from "node:assert/strict";
import { test } from "node:test";
import { type Sql, sql } from "../../kernel/sql/sql.ts";
import { untilLockWait } from "../../kernel/testing/lock_waits.ts";
import { startTestAuth, type TestAuth } from "../testing.ts";
import { acts, ana, confirmedUser, countSessions, errorCode, plantToken, tokensLeft, wrongCode } from "./testing.ts";

const CODE = { type: "magiclink", email: ana.email };

async function plantMagicLink(auth: TestAuth, userId: string) {
  return plantToken(auth, { userId, kind: "magiclink", address: ana.email });
}

/** How many statements a request takes. */
async function countStatements(auth: TestAuth, body: object, status: number): Promise<number> {
  const { db } = auth.service.world;
  const before = db.roundTrips;
  const reply = await auth.post("/verify", body);
  assert.equal(reply.status, status, reply.text);
  return db.roundTrips - before;
}

test("POST /verify is two statements by link and by code, with limits and without; a wrong code is one", async () => {
  for (const limit of ["30", "0"]) {
    await using auth = await startTestAuth({ RATE_LIMIT_VERIFY: limit });
    const userId = await confirmedUser(auth);
    const { link } = await plantMagicLink(auth, userId);
    assert.equal(await countStatements(auth, { type: "magiclink", token_hash: link }, 200), 2);
    const { code } = await plantMagicLink(auth, userId);
    assert.equal(await countStatements(auth, { ...CODE, token: wrongCode(code) }, 403), 1);
    assert.equal(await countStatements(auth, { ...CODE, email: "nobody@example.com", token: code }, 403), 1);
    assert.equal(await countStatements(auth, { ...CODE, token: code }, 200), 2);
    assert.equal(await countStatements(auth, { type: "magiclink", token_hash: link }, 403), 1);
    assert.deepEqual([await countSessions(auth), await tokensLeft(auth)], [2, []]);
  }
});

test("POST /verify of a code that is right gives the try back, also where its user is refused", async () => {
  await using auth = await startTestAuth({ RATE_LIMIT_VERIFY: "0" });
  const userId = await confirmedUser(auth);
  const { db } = auth.service.world;
  const { code } = await plantMagicLink(auth, userId);
  const tries = async () => (await db.one<{ tries: number }>(sql`select tries from one_time_tokens`)).tries;
  await db.run(sql`update users set banned_until = '9999-01-01'`);
  for (let round = 0; round < 6; round++) {
    assert.equal(errorCode(await auth.post("/verify", { ...CODE, token: code })), "user_banned");
    assert.equal(await tries(), 0);
  }
  await db.run(sql`update users set banned_until = null, email = 'other@example.com'`);
  assert.equal((await auth.post("/verify", { ...CODE, token: code })).status, 403);
  assert.equal(await tries(), 0, "the code was not wrong, but its address is the user's no more");
  await db.run(sql`update users set email = ${ana.email}`);
  assert.equal((await auth.post("/verify", { ...CODE, token: code })).status, 200);
});

test("POST /verify of a code costs no other account a try that waits for the same address", async () => {
  await using auth = await startTestAuth();
  const { db } = auth.service.world;
  const codes: string[] = [];
  for (const email of ["a@example.com", "b@example.com"]) {
    const userId = await confirmedUser(auth, { ...ana, email });
    await db.run(sql`update users set email_change = 'new@example.com' where id = ${userId}`);
    codes.push((await plantToken(auth, { userId, kind: "email_change_new", address: "new@example.com" })).code);
  }
  const body = { type: "email_change", email: "new@example.com", token: codes[0] };
  assert.equal((await auth.post("/verify", body)).status, 200);
  assert.deepEqual(await db.many(sql`select tries from one_time_tokens`), [{ tries: 0 }]);
});

/** Answers to a request that finds its token, and then has to wait for another who changes the account. */
async function verifyDuring(auth: TestAuth, body: object, userId: string, change: Sql) {
  const { db } = auth.service.world;
  const { promise: isLocked, resolve: lock } = Promise.withResolvers<void>();
  const { promise: mayEnd, resolve: end } = Promise.withResolvers<void>();
  const other = db.transaction(async (tx) => {
    await tx.run(sql`select from users where id = ${userId} for no key update`);
    await tx.run(change);
    lock();
    await mayEnd;
  });
  await isLocked;
  const reply = auth.post("/verify", body);
  await untilLockWait(db);
  end();
  await other;
  return reply;
}

test("POST /verify judges again what another has changed since it was read, and the fifth try is as good as the first", async () => {
  await using auth = await startTestAuth();
  const userId = await confirmedUser(auth);
  const { db } = auth.service.world;
  const { code } = await plantMagicLink(auth, userId);
  await db.run(sql`update one_time_tokens set tries = 4`);
  const renamed = sql`update users set raw_user_meta_data = '{"name": "Ana"}' where id = ${userId}`;
  const verification = await verifyDuring(auth, { ...CODE, token: code }, userId, renamed);
  assert.equal(verification.status, 200, verification.text);
  assert.equal((verification.body as { user: { user_metadata: { name: string } } }).user.user_metadata.name, "Ana");

  const { link } = await plantMagicLink(auth, userId);
  const body = { type: "magiclink", token_hash: link };
  const moved = await verifyDuring(auth, body, userId, sql`update users set email = 'other@example.com' where id = ${userId}`);
  assert.equal(errorCode(moved), "otp_expired");
  await db.run(sql`update users set email = ${ana.email}`);
  const afterDeletion = await verifyDuring(auth, body, userId, sql`update users set deleted_at = now() where id = ${userId}`);
  assert.equal(errorCode(afterDeletion), "otp_expired");
  await db.run(sql`update users set deleted_at = null`);
  const replaced = await verifyDuring(auth, body, userId, sql`update one_time_tokens set token_hash = 'another'::bytea`);
  assert.equal(errorCode(replaced), "otp_expired");
  assert.deepEqual([await countSessions(auth), await tokensLeft(auth)], [1, ["recovery"]], "the new token is still good");
  assert.equal((await acts(auth)).filter((act) => act === "login").length, 1);
});
