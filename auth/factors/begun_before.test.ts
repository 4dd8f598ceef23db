// What somebody with the first factor alone has begun is not finished once its owner has a second one.
import assert from "node:assert/strict";
import { test } from "node:test";
import { sql } from "../../kernel/sql/sql.ts";
import { AUTOCONFIRM, changed, messages, put, read, signIn, signUp, verdict } from "../account/testing.ts";
import { startTestAuth, type TestAuth } from "../testing.ts";
import { SoftwareAuthenticator } from "../webauthn/testing.ts";
import {
  challenge,
  claimsOf,
  enroll,
  enrollKey,
  enrollPhone,
  KEYS,
  NUMBER,
  PHONES,
  post,
  sentCode,
  show,
  signUpWithFactor,
  touched,
} from "./testing.ts";

const NEW = "thief@example.com";
const ONE_ADDRESS = { ...AUTOCONFIRM, MAILER_SECURE_EMAIL_CHANGE_ENABLED: "false" };

/** What was mailed to an address, as its reader types it and follows it. */
async function confirm(auth: TestAuth, email: string): Promise<number[]> {
  const { token, tokenHash } = (await messages(auth)).findLast(({ to }) => to === email)?.variables ?? {};
  const typed = await auth.post("/verify", { type: "email_change", email, token });
  const followed = await auth.post("/verify", { type: "email_change", token_hash: tokenHash });
  return [typed.status, followed.status];
}

test("a change of address that was begun at aal1 is void once a factor is verified", async () => {
  await using auth = await startTestAuth(ONE_ADDRESS);
  const owner = await signUp(auth);
  await changed(auth, await signIn(auth), { email: NEW });
  const secured = await show(auth, owner, await enroll(auth, owner));
  assert.equal((await read(auth, secured)).new_email, undefined);
  assert.deepEqual(await confirm(auth, NEW), [403, 403]);
  assert.equal((await read(auth, secured)).email, "ana@example.com");
  // The owner begins again, and that holds.
  auth.clock.advance(1_000);
  await changed(auth, secured, { email: "mine@example.com" });
  assert.equal((await confirm(auth, "mine@example.com"))[0], 200);
});

test("so is one that waits for the second of two addresses, and one of a phone number", async () => {
  await using auth = await startTestAuth(AUTOCONFIRM);
  const owner = await signUp(auth);
  const thief = await signIn(auth);
  await changed(auth, thief, { email: NEW });
  assert.equal((await confirm(auth, NEW))[0], 200);
  await changed(auth, thief, { phone: NUMBER });
  const text = await sentCode(auth);
  const secured = await show(auth, owner, await enroll(auth, owner));
  assert.equal((await confirm(auth, "ana@example.com"))[0], 403);
  assert.equal((await auth.post("/verify", { type: "phone_change", phone: NUMBER, token: text })).status, 403);
  const { email, phone, new_email: waiting } = await read(auth, secured);
  assert.deepEqual({ email, phone, waiting }, { email: "ana@example.com", phone: "", waiting: undefined });
});

test("one that was begun at aal2 stays, also when another factor is verified", async () => {
  await using auth = await startTestAuth(ONE_ADDRESS);
  const { session } = await signUpWithFactor(auth);
  await changed(auth, session, { email: "mine@example.com" });
  const both = await show(auth, session, await enroll(auth, session, "second"));
  assert.equal((await read(auth, both)).new_email, "mine@example.com");
  assert.equal((await confirm(auth, "mine@example.com"))[0], 200);
});

test("a factor that was begun at aal1 is verified at aal2 alone once there is another", async () => {
  await using auth = await startTestAuth({ ...PHONES, ...KEYS, MFA_PHONE_MAX_FREQUENCY: "0" });
  const owner = await signUp(auth);
  const thief = await signIn(auth);
  const phone = await enrollPhone(auth, thief);
  const key = await enrollKey(auth, thief);
  const app = await enroll(auth, owner, "the owner's");
  const secured = await show(auth, owner, app);
  const low = await signIn(auth);
  const challengeId = await challenge(auth, low, phone);
  const byPhone = await post(auth, low, `/factors/${phone}/verify`, { challenge_id: challengeId, code: await sentCode(auth) });
  assert.deepEqual(verdict(byPhone), [403, "insufficient_aal"]);
  const device = new SoftwareAuthenticator("https://app.example.com");
  const byKey = await post(auth, low, `/factors/${key}/verify`, await touched(auth, low, key, device));
  assert.deepEqual(verdict(byKey), [403, "insufficient_aal"]);
  assert.deepEqual(verdict(await put(auth, low, { password: "another horse" })), [401, "insufficient_aal"]);
  // The owner may still finish it.
  const again = await post(auth, secured, `/factors/${key}/verify`, await touched(auth, secured, key, device));
  assert.equal(again.status, 200, again.text);
});

test("the feed for other services tells of factors that count from now on, and of those that no longer do", async () => {
  await using auth = await startTestAuth(AUTOCONFIRM);
  const notice = async () => {
    const rows = await auth.service.world.db.many<{ change: string }>(sql`select change from user_changes order by id`);
    return rows.map(({ change }) => change);
  };
  const owner = await signUp(auth);
  const factor = await enroll(auth, owner);
  assert.deepEqual(await notice(), []);
  const secured = await show(auth, owner, factor);
  assert.deepEqual(await notice(), ["factors_changed"]);
  const again = await show(auth, await signIn(auth), factor);
  const unfinished = await enroll(auth, again, "unfinished");
  await auth.call(`/factors/${unfinished.id}`, { method: "DELETE", headers: { authorization: `Bearer ${again.access_token}` } });
  assert.deepEqual(await notice(), ["factors_changed"]);
  assert.equal(claimsOf(secured).aal, "aal2");
  const path = `/admin/users/${owner.user.id}/factors/${factor.id}`;
  assert.equal((await auth.call(path, { method: "DELETE", headers: auth.admin })).status, 200);
  assert.deepEqual(await notice(), ["factors_changed", "factors_changed"]);
});
