import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { test } from "node:test";
import { sql } from "../../kernel/sql/sql.ts";
import { untilLockWait } from "../../kernel/testing/lock_waits.ts";
import { startTestAuth, type TestAuth } from "../testing.ts";
import { acts, ana, confirmedUser, countSessions, errorCode, plantToken, type Session, tokensLeft } from "./testing.ts";

const HALFWAY = "Confirmation link accepted. Please proceed to confirm link sent to the other email";
const NEW = "new@example.com";
const CHALLENGE = createHash("sha256").update("a verifier").digest("base64url");

/** A change of ana's address that waits to be confirmed from both sides. */
async function pendingChange(auth: TestAuth, userId: string, challenge?: string) {
  const more = challenge === undefined ? {} : { challenge };
  await auth.service.world.db.run(sql`update users set email_change = ${NEW} where id = ${userId}`);
  return {
    fresh: await plantToken(auth, { userId, kind: "email_change_new", address: NEW, ...more }),
    current: await plantToken(auth, { userId, kind: "email_change_current", address: ana.email, ...more }),
  };
}

const emailOf = async (auth: TestAuth, userId: string) =>
  (await auth.service.world.db.one<{ email: string }>(sql`select email from users where id = ${userId}`)).email;

test("a change of the email address needs both links, also with autoconfirm; the last one applies it and signs in", async () => {
  await using auth = await startTestAuth({ MAILER_AUTOCONFIRM: "true" });
  const userId = await confirmedUser(auth);
  await auth.service.world.db.run(sql`delete from sessions`);
  const { fresh, current } = await pendingChange(auth, userId);
  await plantToken(auth, { userId, kind: "recovery", address: ana.email });
  const first = await auth.post("/verify", { type: "email_change", email: NEW, token: fresh.code });
  assert.deepEqual([first.status, first.body], [200, { code: 200, msg: HALFWAY }]);
  assert.equal(await emailOf(auth, userId), ana.email);
  assert.equal(await countSessions(auth), 0);
  assert.equal(errorCode(await auth.post("/verify", { type: "email_change", email: NEW, token: fresh.code })), "otp_expired");
  auth.clock.advance(1);
  const last = await auth.post("/verify", { type: "email_change", token_hash: current.link });
  assert.equal(last.status, 200, last.text);
  const { user, type } = last.body as Session;
  assert.deepEqual([type, user.email, user.new_email, user.user_metadata.email], ["email_change", NEW, undefined, NEW]);
  assert.deepEqual(
    user.identities.map(({ provider, identity_data: data }) => [provider, data.email, data.email_verified]),
    [["email", NEW, true]],
  );
  assert.deepEqual(await tokensLeft(auth), []);
  assert.equal((await acts(auth)).at(-1), "user_modified");
  const noted = await auth.service.world.db.many(sql`select change from user_changes`);
  assert.deepEqual(noted, [{ change: "email_changed" }]);
});

test("both links at once are one first step and one change, every time", async () => {
  await using auth = await startTestAuth();
  const userId = await confirmedUser(auth);
  for (let round = 0; round < 10; round++) {
    await auth.service.world.db.run(sql`update users set email = ${ana.email} where id = ${userId}`);
    const { fresh, current } = await pendingChange(auth, userId);
    const replies = await Promise.all(
      [fresh, current].map(({ link }) => auth.post("/verify", { type: "email_change", token_hash: link })),
    );
    assert.deepEqual(
      replies.map(({ status }) => status),
      [200, 200],
    );
    assert.equal(replies.filter(({ body }) => "access_token" in (body as object)).length, 1);
    assert.equal(await emailOf(auth, userId), NEW);
  }
});

test("a change with one link, where there is no other, is applied by it", async () => {
  await using auth = await startTestAuth();
  const userId = await confirmedUser(auth);
  await auth.service.world.db.run(sql`update users set email_change = ${NEW} where id = ${userId}`);
  const { link } = await plantToken(auth, { userId, kind: "email_change_new", address: NEW });
  const url = new URL((await auth.get(`/verify?type=email_change&token=${link}`)).headers.location as string);
  assert.equal(new URLSearchParams(url.hash.slice(1)).get("type"), "email_change");
  assert.equal(await emailOf(auth, userId), NEW);
});

test("GET /verify says in the fragment, and with PKCE in the query too, that the other link is still missing", async () => {
  await using auth = await startTestAuth();
  const userId = await confirmedUser(auth);
  const plain = await pendingChange(auth, userId);
  const url = new URL((await auth.get(`/verify?type=email_change&token=${plain.current.link}`)).headers.location as string);
  assert.deepEqual([url.search, new URLSearchParams(url.hash.slice(1)).get("message")], ["", HALFWAY]);
  await auth.service.world.db.run(sql`delete from one_time_tokens`);
  const pkce = await pendingChange(auth, userId, CHALLENGE);
  const half = new URL((await auth.get(`/verify?type=email_change&token=${pkce.current.link}`)).headers.location as string);
  assert.equal(half.searchParams.get("message"), HALFWAY);
  assert.equal(new URLSearchParams(half.hash.slice(1)).get("message"), HALFWAY);
  const whole = new URL((await auth.get(`/verify?type=email_change&token=${pkce.fresh.link}`)).headers.location as string);
  assert.ok(whole.searchParams.get("code"));
  assert.equal(await emailOf(auth, userId), NEW);
  assert.equal(await countSessions(auth), 0);
});

test("an address that was taken meanwhile is refused, and nothing changes", async () => {
  await using auth = await startTestAuth({ EXTERNAL_PHONE_ENABLED: "true" });
  const userId = await confirmedUser(auth);
  const { db } = auth.service.world;
  await confirmedUser(auth, { ...ana, email: NEW });
  await confirmedUser(auth, { phone: "15550100", password: ana.password });
  await db.run(sql`update users set email_change = ${NEW}, phone_change = '15550100' where id = ${userId}`);
  const email = await plantToken(auth, { userId, kind: "email_change_new", address: NEW });
  const phone = await plantToken(auth, { userId, kind: "phone_change", address: "15550100" });
  const before = await db.many(sql`select * from users order by id`);
  const verification = await auth.post("/verify", { type: "email_change", token_hash: email.link });
  assert.deepEqual([verification.status, errorCode(verification)], [422, "email_exists"]);
  const url = new URL((await auth.get(`/verify?type=email_change&token=${email.link}`)).headers.location as string);
  assert.equal(new URLSearchParams(url.hash.slice(1)).get("error_code"), "email_exists");
  const takenPhone = await auth.post("/verify", { type: "phone_change", phone: "15550100", token: phone.code });
  assert.deepEqual([takenPhone.status, errorCode(takenPhone)], [422, "phone_exists"]);
  assert.deepEqual(await db.many(sql`select * from users order by id`), before);
  assert.deepEqual(await tokensLeft(auth), ["email_change_new", "phone_change"]);
  assert.equal(await countSessions(auth), 0);
});

test("a token of a change that is no longer wanted, or that another one has replaced, is void", async () => {
  await using auth = await startTestAuth();
  const userId = await confirmedUser(auth);
  const { fresh, current } = await pendingChange(auth, userId);
  const { db } = auth.service.world;
  await db.run(sql`update users set email_change = 'third@example.com' where id = ${userId}`);
  assert.equal(errorCode(await auth.post("/verify", { type: "email_change", token_hash: fresh.link })), "otp_expired");
  await db.run(sql`update users set email_change = null where id = ${userId}`);
  for (const { link } of [fresh, current]) {
    assert.equal(errorCode(await auth.post("/verify", { type: "email_change", token_hash: link })), "otp_expired");
  }
  assert.equal(await emailOf(auth, userId), ana.email);
});

test("POST /verify with type phone_change gives the user the number, an identity of it, and its provider", async () => {
  await using auth = await startTestAuth({ EXTERNAL_PHONE_ENABLED: "true" });
  const userId = await confirmedUser(auth);
  for (const phone of ["15550100", "15550101"]) {
    await auth.service.world.db.run(sql`update users set phone_change = ${phone} where id = ${userId}`);
    const { code } = await plantToken(auth, { userId, kind: "phone_change", address: phone });
    const reply = await auth.post("/verify", { type: "phone_change", phone, token: code });
    assert.equal(reply.status, 200, reply.text);
    const { user } = reply.body as Session;
    assert.deepEqual([user.phone, user.new_phone, user.email], [phone, undefined, ana.email]);
    assert.ok(user.phone_confirmed_at);
    assert.deepEqual(user.app_metadata, { provider: "email", providers: ["email", "phone"] });
    assert.deepEqual(
      user.identities.map(({ provider, identity_data: data }) => [provider, data.phone, data.phone_verified]).sort(),
      [
        ["email", undefined, false],
        ["phone", phone, true],
      ],
    );
  }
});

test("an anonymous user who confirms an address is anonymous no more", async () => {
  await using auth = await startTestAuth({ EXTERNAL_ANONYMOUS_USERS_ENABLED: "true" });
  const { user: nobody } = (await auth.post("/signup", {})).body as Session;
  assert.equal(nobody.is_anonymous, true);
  await auth.service.world.db.run(sql`update users set email_change = ${NEW} where id = ${nobody.id}`);
  const { code } = await plantToken(auth, { userId: nobody.id, kind: "email_change_new", address: NEW });
  const { user } = (await auth.post("/verify", { type: "email_change", email: NEW, token: code })).body as Session;
  assert.deepEqual([user.id, user.is_anonymous, user.email], [nobody.id, false, NEW]);
  assert.ok(user.email_confirmed_at);
  assert.deepEqual(user.app_metadata, { provider: "email", providers: ["email"] });
  assert.deepEqual(
    user.identities.map(({ provider, identity_data: data }) => [provider, data]),
    [["email", { sub: nobody.id, email: NEW, email_verified: true }]],
  );
});

test("a change of the account that is under way is kept when a link changes the address", async () => {
  await using auth = await startTestAuth();
  const userId = await confirmedUser(auth);
  const { db } = auth.service.world;
  const { fresh, current } = await pendingChange(auth, userId);
  for (const { link, purpose } of [fresh, current]) {
    const { promise: isLocked, resolve: lock } = Promise.withResolvers<void>();
    const { promise: mayEnd, resolve: end } = Promise.withResolvers<void>();
    const other = db.transaction(async (tx) => {
      const observed = { [purpose]: true };
      await tx.run(sql`update users set raw_user_meta_data = raw_user_meta_data || ${observed}::jsonb where id = ${userId}`);
      lock();
      await mayEnd;
    });
    await isLocked;
    const reply = auth.post("/verify", { type: "email_change", token_hash: link });
    await untilLockWait(db);
    end();
    await other;
    assert.equal((await reply).status, 200, (await reply).text);
  }
  const { email, metadata } = await db.one<{ email: string; metadata: Record<string, unknown> }>(
    sql`select email, raw_user_meta_data as metadata from users where id = ${userId}`,
  );
  assert.deepEqual([email, metadata.email_change_new, metadata.email_change_current], [NEW, true, true]);
});
