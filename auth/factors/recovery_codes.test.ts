// Recovery codes through HTTP.
import assert from "node:assert/strict";
import { test } from "node:test";
import { sql } from "../../kernel/sql/sql.ts";
import type { Reply } from "../../kernel/testing/client.ts";
import { AUTOCONFIRM, bearer, signIn, signUp, type TestSession, verdict } from "../account/testing.ts";
import { startTestAuth, type TestAuth } from "../testing.ts";
import { claimsOf, enroll, post, show, signUpWithFactor } from "./testing.ts";

interface Codes {
  id: string;
  friendly_name: string;
  total: number;
  codes: string[];
}

const PATH = "/factors/recovery-codes";
const codesIn = ({ body }: Reply) => body as Codes;
const verify = (auth: TestAuth, session: TestSession, code: string) => post(auth, session, `${PATH}/verify`, { code });
const status = async (auth: TestAuth, session: TestSession) => (await auth.get(PATH, bearer(session))).body;

test("ten codes are made at aal2, shown once, and each makes a session aal2 once", async () => {
  await using auth = await startTestAuth(AUTOCONFIRM);
  const { session } = await signUpWithFactor(auth);
  const low = await signIn(auth);
  assert.deepEqual(verdict(await post(auth, low, PATH)), [403, "insufficient_aal"]);
  const { id, friendly_name: name, total, codes } = codesIn(await auth.call(PATH, { method: "POST", headers: bearer(session) }));
  assert.deepEqual([name, total, new Set(codes).size], ["Recovery codes", 10, 10]);
  for (const code of codes) assert.match(code, /^[a-z2-7]{16}$/);
  assert.deepEqual(await status(auth, low), { id, type: "recovery_code", total: 10, remaining: 10 });
  const written = `${codes[0]?.slice(0, 8).toUpperCase()}-${codes[0]?.slice(8)} `;
  const view = (await verify(auth, low, written)).body as TestSession;
  const { aal, amr, session_id: sessionId } = claimsOf(view);
  assert.deepEqual([aal, amr.map(({ method }) => method).sort()], ["aal2", ["mfa/recovery_code", "password"]]);
  assert.equal(sessionId, claimsOf(low).session_id);
  assert.deepEqual(verdict(await verify(auth, view, codes[0] as string)), [422, "mfa_verification_failed"]);
  assert.deepEqual(await status(auth, view), { id, type: "recovery_code", total: 10, remaining: 9 });
  assert.deepEqual(verdict(await post(auth, view, PATH)), [422, "mfa_verified_factor_exists"]);
  const { db } = auth.service.world;
  const { text } = await db.one<{ text: string }>(sql`select string_agg(r::text, ' ') as text from recovery_codes r`);
  for (const code of codes) assert.ok(!text.includes(code));
});

test("POST /factors/recovery-codes refuses a name that is no text, or cannot be stored", async () => {
  await using auth = await startTestAuth(AUTOCONFIRM);
  const { session } = await signUpWithFactor(auth);
  for (const name of [5, true, ["paper"], {}, "a\0b", "\ud800"]) {
    const reply = await post(auth, session, PATH, { friendly_name: name });
    assert.deepEqual(verdict(reply), [400, "validation_failed"], reply.text);
  }
  assert.equal(codesIn(await post(auth, session, PATH, { friendly_name: null })).friendly_name, "Recovery codes");
});

test("of parallel uses of one code over two replicas, one succeeds", async () => {
  await using auth = await startTestAuth(AUTOCONFIRM);
  await using replica = await startTestAuth(AUTOCONFIRM, () => auth.database.url);
  const { session } = await signUpWithFactor(auth);
  const { codes } = codesIn(await post(auth, session, PATH));
  const replies = await Promise.all(
    Array.from({ length: 8 }, (_, n) => verify(n % 2 ? auth : replica, session, codes[0] as string)),
  );
  assert.equal(replies.filter(({ status: answers }) => answers === 200).length, 1);
});

test("ten wrong codes lock them for a while; new codes open them again, and the old ones are void", async () => {
  await using auth = await startTestAuth({ ...AUTOCONFIRM, MFA_RATE_LIMIT_CHALLENGE_AND_VERIFY: "1000" });
  const { session } = await signUpWithFactor(auth);
  const before = codesIn(await post(auth, session, PATH, { friendly_name: "paper" }));
  for (let n = 0; n < 10; n++)
    assert.deepEqual(verdict(await verify(auth, session, `wrong ${n}`)), [422, "mfa_verification_failed"]);
  const locked = await verify(auth, session, before.codes[0] as string);
  assert.deepEqual(verdict(locked), [429, "mfa_recovery_codes_locked"]);
  assert.ok(Number(locked.headers["retry-after"]) > 60);
  const after = codesIn(await post(auth, session, `${PATH}/regenerate`, ""));
  assert.deepEqual([after.id, after.friendly_name, after.codes.length], [before.id, "paper", 10]);
  assert.deepEqual(verdict(await verify(auth, session, before.codes[0] as string)), [422, "mfa_verification_failed"]);
  assert.equal((await verify(auth, session, after.codes[0] as string)).status, 200);
});

test("recovery codes are never alone: they need another factor, and go with the last one", async () => {
  await using auth = await startTestAuth(AUTOCONFIRM);
  const first = await signUp(auth);
  assert.deepEqual(verdict(await post(auth, first, PATH)), [422, "mfa_recovery_codes_sole_factor"]);
  for (const path of ["", "/regenerate"]) assert.ok([404, 422].includes((await post(auth, first, PATH + path)).status));
  assert.deepEqual(verdict(await verify(auth, first, "x")), [422, "mfa_verification_failed"]);
  const factor = await enroll(auth, first);
  const session = await show(auth, first, factor);
  await post(auth, session, PATH);
  const low = await signIn(auth);
  const remove = (by: TestSession, path: string) => auth.call(path, { method: "DELETE", headers: bearer(by) });
  assert.deepEqual(verdict(await remove(low, PATH)), [403, "insufficient_aal"]);
  assert.deepEqual(verdict(await post(auth, low, `${PATH}/regenerate`)), [403, "insufficient_aal"]);
  assert.equal((await remove(session, PATH)).status, 200);
  assert.deepEqual(verdict(await remove(session, PATH)), [404, "mfa_factor_not_found"]);
  assert.equal((await post(auth, session, PATH)).status, 200);
  assert.equal((await remove(session, `/factors/${factor.id}`)).status, 200);
  assert.deepEqual(verdict(await auth.get(PATH, bearer(session))), [404, "mfa_factor_not_found"]);
});

test("a set is no factor to be challenged, and its name is one of the factors'", async () => {
  await using auth = await startTestAuth(AUTOCONFIRM);
  const { session } = await signUpWithFactor(auth);
  assert.deepEqual(verdict(await post(auth, session, PATH, { friendly_name: "app" })), [422, "mfa_factor_name_conflict"]);
  const { id } = codesIn(await post(auth, session, PATH));
  assert.deepEqual(verdict(await post(auth, session, `/factors/${id}/challenge`)), [404, "mfa_factor_not_found"]);
  const answer = { challenge_id: id, code: "123456" };
  assert.deepEqual(verdict(await post(auth, session, `/factors/${id}/verify`, answer)), [404, "mfa_factor_not_found"]);
});

test("MFA_RECOVERY_CODES_ENROLL_ENABLED and MFA_RECOVERY_CODES_VERIFY_ENABLED switch recovery codes off", async () => {
  const off = { MFA_RECOVERY_CODES_ENROLL_ENABLED: "false", MFA_RECOVERY_CODES_VERIFY_ENABLED: "false" };
  await using auth = await startTestAuth({ ...AUTOCONFIRM, ...off });
  const session = await signUp(auth);
  for (const path of [PATH, `${PATH}/regenerate`])
    assert.deepEqual(verdict(await post(auth, session, path)), [422, "mfa_recovery_codes_enroll_not_enabled"]);
  assert.deepEqual(verdict(await verify(auth, session, "x")), [422, "mfa_recovery_codes_verify_not_enabled"]);
});
