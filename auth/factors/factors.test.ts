// Second factors through HTTP: enrolling, being asked, answering, and what sessions are worth then.
import assert from "node:assert/strict";
import { test } from "node:test";
import { sql } from "../../kernel/sql/sql.ts";
import { AUTOCONFIRM, acts, ana, bearer, bob, put, read, signIn, signUp, type TestSession, verdict } from "../account/testing.ts";
import { startTestAuth, type TestAuth } from "../testing.ts";
import { answer, challenge, claimsOf, codeOf, enroll, post, show, signUpWithFactor, wrongCode } from "./testing.ts";

const NOBODYS = "7c9e6679-7425-40de-944b-e07fc1f90ae7";

interface ShownFactor {
  id: string;
  status: string;
  friendly_name?: string;
  factor_type: string;
  last_challenged_at: string | null;
}

const factorsOf = async (auth: TestAuth, session: TestSession) =>
  ((await read(auth, session)) as unknown as { factors?: ShownFactor[] }).factors;

test("a factor is enrolled, shown, listed and taken off; its session is aal2 meanwhile, and others end", async () => {
  await using auth = await startTestAuth(AUTOCONFIRM);
  const first = await signUp(auth);
  assert.equal(await factorsOf(auth, first), undefined);
  const other = await signIn(auth);
  const enrolled = await post(auth, first, "/factors", { factor_type: "totp", friendly_name: "phone" });
  const { id, type, friendly_name, totp } = enrolled.body as Record<string, string> & { totp: Record<string, string> };
  assert.deepEqual([type, friendly_name], ["totp", "phone"]);
  assert.match(totp.uri ?? "", /^otpauth:\/\/totp\/app\.example\.com:ana%40example\.com\?/);
  assert.match(totp.qr_code ?? "", /^<svg /);
  const factor = { id: id as string, secret: totp.secret as string };
  assert.deepEqual((await factorsOf(auth, first))?.[0]?.status, "unverified");
  const challengeReply = await post(auth, first, `/factors/${id}/challenge`);
  const {
    id: challengeId,
    type: askedFor,
    expires_at: end,
  } = challengeReply.body as { id: string; type: string; expires_at: number };
  assert.deepEqual([askedFor, end], ["totp", auth.clock.now().getTime() / 1000 + 300]);
  const verified = await post(auth, first, `/factors/${id}/verify`, { challenge_id: challengeId, code: codeOf(auth, factor) });
  const session = verified.body as TestSession;
  const { aal, amr, session_id: sessionId } = claimsOf(session);
  assert.deepEqual([aal, amr.map(({ method }) => method).sort()], ["aal2", ["password", "totp"]]);
  assert.equal(sessionId, claimsOf(first).session_id);
  assert.deepEqual(
    (await factorsOf(auth, session))?.map(({ status, factor_type: kind }) => [status, kind]),
    [["verified", "totp"]],
  );
  assert.deepEqual(verdict(await auth.get("/user", bearer(other))), [403, "session_not_found"]);
  const renewed = await auth.post("/token?grant_type=refresh_token", { refresh_token: session.refresh_token });
  assert.equal(claimsOf(renewed.body as TestSession).aal, "aal2");
  const removed = await auth.call(`/factors/${id}`, { method: "DELETE", headers: bearer(session) });
  assert.deepEqual([removed.status, removed.body], [200, { id }]);
  const after = await auth.post("/token?grant_type=refresh_token", {
    refresh_token: (renewed.body as TestSession).refresh_token,
  });
  const lowered = claimsOf(after.body as TestSession);
  assert.deepEqual([lowered.aal, lowered.amr.map(({ method }) => method)], ["aal1", ["password"]]);
  const expected = ["factor_in_progress", "challenge_created", "verification_attempted", "factor_unenrolled"];
  assert.deepEqual((await acts(auth)).filter((act) => expected.includes(act)).sort(), expected.toSorted());
});

test("the refresh token from before the factor was shown is worth nothing, not even as the previous one", async () => {
  await using auth = await startTestAuth(AUTOCONFIRM);
  const first = await signUp(auth);
  const factor = await enroll(auth, first);
  await answer(auth, first, factor.id, codeOf(auth, factor));
  const reply = await auth.post("/token?grant_type=refresh_token", { refresh_token: first.refresh_token });
  assert.deepEqual(verdict(reply), [400, "refresh_token_already_used"]);
});

test("a code is good once for its factor, whichever challenge it answers, and so is a challenge", async () => {
  await using auth = await startTestAuth(AUTOCONFIRM);
  const first = await signUp(auth);
  const factor = await enroll(auth, first);
  const code = codeOf(auth, factor);
  const spent = await challenge(auth, first, factor.id);
  const fits = await post(auth, first, `/factors/${factor.id}/verify`, { challenge_id: spent, code });
  assert.equal(fits.status, 200);
  const session = fits.body as TestSession;
  assert.deepEqual(verdict(await answer(auth, session, factor.id, code)), [422, "mfa_verification_failed"]);
  assert.deepEqual(verdict(await answer(auth, session, factor.id, codeOf(auth, factor, -1))), [422, "mfa_verification_failed"]);
  const again = await post(auth, session, `/factors/${factor.id}/verify`, { challenge_id: spent, code: codeOf(auth, factor, 1) });
  assert.deepEqual(verdict(again), [422, "mfa_ip_address_mismatch"]);
  assert.equal((await answer(auth, session, factor.id, codeOf(auth, factor, 1))).status, 200);
});

test("of parallel answers to one challenge over two replicas, one succeeds", async () => {
  await using auth = await startTestAuth(AUTOCONFIRM);
  await using replica = await startTestAuth(AUTOCONFIRM, () => auth.database.url);
  const session = await signUp(auth);
  const factor = await enroll(auth, session);
  const body = { challenge_id: await challenge(auth, session, factor.id), code: codeOf(auth, factor) };
  const replies = await Promise.all(
    Array.from({ length: 12 }, (_, n) => post(n % 2 ? auth : replica, session, `/factors/${factor.id}/verify`, body)),
  );
  assert.equal(replies.filter(({ status }) => status === 200).length, 1);
  for (const reply of replies) assert.ok([200, 422].includes(reply.status), reply.text);
});

test("five wrong answers void a challenge, and the right one then comes too late", async () => {
  await using auth = await startTestAuth(AUTOCONFIRM);
  const session = await signUp(auth);
  const factor = await enroll(auth, session);
  const id = await challenge(auth, session, factor.id);
  const wrong = { challenge_id: id, code: wrongCode(auth, factor) };
  for (let n = 0; n < 5; n++)
    assert.deepEqual(verdict(await post(auth, session, `/factors/${factor.id}/verify`, wrong)), [422, "mfa_verification_failed"]);
  const right = { challenge_id: id, code: codeOf(auth, factor) };
  assert.deepEqual(verdict(await post(auth, session, `/factors/${factor.id}/verify`, right)), [422, "mfa_challenge_expired"]);
  assert.equal((await answer(auth, session, factor.id, codeOf(auth, factor))).status, 200);
});

test("an account's factors are guessed at ten times by a client, however many challenges it asks for; a success forgets", async () => {
  await using auth = await startTestAuth({ ...AUTOCONFIRM, MFA_RATE_LIMIT_CHALLENGE_AND_VERIFY: "1000" });
  const session = await signUp(auth);
  const factor = await enroll(auth, session);
  const guess = () => answer(auth, session, factor.id, wrongCode(auth, factor));
  for (let n = 0; n < 9; n++) assert.equal((await guess()).status, 422);
  const view = (await answer(auth, session, factor.id, codeOf(auth, factor))).body as TestSession;
  const guessAgain = () => answer(auth, view, factor.id, wrongCode(auth, factor));
  for (let n = 0; n < 10; n++) assert.equal((await guessAgain()).status, 422);
  const refusal = await guessAgain();
  assert.deepEqual(verdict(refusal), [429, "over_request_rate_limit"]);
  assert.ok(Number(refusal.headers["retry-after"]) > 0);
});

test("MFA_RATE_LIMIT_CHALLENGE_AND_VERIFY bounds what a client asks for in a minute", async () => {
  await using auth = await startTestAuth({ ...AUTOCONFIRM, MFA_RATE_LIMIT_CHALLENGE_AND_VERIFY: "3" });
  const session = await signUp(auth);
  const { id } = await enroll(auth, session);
  for (let n = 0; n < 3; n++) await challenge(auth, session, id);
  assert.deepEqual(verdict(await post(auth, session, `/factors/${id}/challenge`)), [429, "over_request_rate_limit"]);
});

test("a challenge ends after MFA_CHALLENGE_EXPIRY_DURATION, and not before 300 seconds", async () => {
  for (const [variable, seconds] of [
    ["10", 300],
    ["600", 600],
  ] as const) {
    await using auth = await startTestAuth({ ...AUTOCONFIRM, MFA_CHALLENGE_EXPIRY_DURATION: variable });
    const session = await signUp(auth);
    const factor = await enroll(auth, session);
    const [one, other] = [await challenge(auth, session, factor.id), await challenge(auth, session, factor.id)];
    auth.clock.advance(seconds - 1);
    const verify = (id: string) =>
      post(auth, session, `/factors/${factor.id}/verify`, { challenge_id: id, code: codeOf(auth, factor) });
    assert.equal((await verify(one)).status, 200);
    auth.clock.advance(1);
    assert.deepEqual(verdict(await verify(other)), [422, "mfa_challenge_expired"]);
  }
});

test("names are different, and MFA_MAX_ENROLLED_FACTORS is exact over two replicas", async () => {
  const variables = { ...AUTOCONFIRM, MFA_MAX_ENROLLED_FACTORS: "3", MFA_FACTOR_EXPIRY_DURATION: "400s" };
  await using auth = await startTestAuth(variables);
  await using replica = await startTestAuth(variables, () => auth.database.url);
  const session = await signUp(auth);
  const ask = (service: TestAuth, name: string) =>
    post(service, session, "/factors", { factor_type: "totp", friendly_name: name });
  const replies = await Promise.all(Array.from({ length: 10 }, (_, n) => ask(n % 2 ? auth : replica, `app ${n}`)));
  const verdicts = replies.map((reply) => verdict(reply).join(" ")).sort();
  assert.deepEqual(verdicts, [...Array(3).fill("200 "), ...Array(7).fill("422 too_many_enrolled_mfa_factors")]);
  auth.clock.advance(401);
  assert.equal((await ask(auth, "")).status, 200);
  assert.equal((await factorsOf(auth, session))?.length, 1, "what was never verified has made room");
  const same = await ask(auth, "");
  assert.deepEqual(verdict(same), [422, "mfa_factor_name_conflict"]);
  assert.match(same.text, /A factor with the friendly name \\"\\" for this user already exists/);
});

test("MFA_MAX_VERIFIED_FACTORS bounds those that count, and another one is enrolled at aal2 alone", async () => {
  await using auth = await startTestAuth({ ...AUTOCONFIRM, MFA_MAX_VERIFIED_FACTORS: "2" });
  const { session } = await signUpWithFactor(auth);
  const low = await signIn(auth);
  const early = await post(auth, low, "/factors", { factor_type: "totp", friendly_name: "second" });
  assert.deepEqual(verdict(early), [403, "insufficient_aal"]);
  const second = await enroll(auth, session, "second");
  const both = await show(auth, session, second);
  const third = await post(auth, both, "/factors", { factor_type: "totp", friendly_name: "third" });
  assert.deepEqual(verdict(third), [422, "too_many_enrolled_mfa_factors"]);
});

test("with a verified factor, what lets people in is changed at aal2 alone", async () => {
  await using auth = await startTestAuth({ ...AUTOCONFIRM, SECURITY_MANUAL_LINKING_ENABLED: "true" });
  const { session, factor } = await signUpWithFactor(auth);
  const low = await signIn(auth);
  for (const body of [{ password: "another horse" }, { email: "new@example.com" }, { phone: "5511999990000" }])
    assert.deepEqual(verdict(await put(auth, low, body)), [401, "insufficient_aal"], JSON.stringify(body));
  assert.equal((await put(auth, low, { data: { city: "Recife" } })).status, 200);
  const remove = (by: TestSession) => auth.call(`/factors/${factor.id}`, { method: "DELETE", headers: bearer(by) });
  assert.deepEqual(verdict(await remove(low)), [422, "insufficient_aal"]);
  const unlinking = await auth.call(`/user/identities/${NOBODYS}`, { method: "DELETE", headers: bearer(low) });
  assert.deepEqual(verdict(unlinking), [403, "insufficient_aal"]);
  const linking = await auth.get("/user/identities/authorize?provider=google", bearer(low));
  assert.deepEqual(verdict(linking), [403, "insufficient_aal"]);
  assert.equal((await put(auth, session, { password: "another horse" })).status, 200);
  assert.equal((await remove(session)).status, 200);
});

test("a session that was lowered does not count as aal2, whatever its token says", async () => {
  await using auth = await startTestAuth(AUTOCONFIRM);
  const { session, factor } = await signUpWithFactor(auth);
  const raised = await show(auth, await signIn(auth), factor);
  const second = await enroll(auth, raised, "second");
  const other = await show(auth, raised, second);
  assert.equal((await auth.call(`/factors/${second.id}`, { method: "DELETE", headers: bearer(other) })).status, 200);
  assert.equal(claimsOf(other).aal, "aal2");
  assert.deepEqual(verdict(await put(auth, other, { password: "another horse" })), [401, "insufficient_aal"]);
  assert.equal((await put(auth, session, { password: "another horse" })).status, 200, `${factor.id} still stands`);
});

test("factors of somebody else, or of nobody, are not found, and change nothing", async () => {
  await using auth = await startTestAuth(AUTOCONFIRM);
  const { factor } = await signUpWithFactor(auth);
  const { session: stranger, factor: own } = await signUpWithFactor(auth, bob);
  const foreign = await challenge(auth, await signIn(auth), factor.id);
  for (const id of [factor.id, NOBODYS]) {
    assert.deepEqual(verdict(await post(auth, stranger, `/factors/${id}/challenge`)), [404, "mfa_factor_not_found"]);
    const verify = await post(auth, stranger, `/factors/${id}/verify`, { challenge_id: foreign, code: codeOf(auth, factor) });
    assert.deepEqual(verdict(verify), [404, "mfa_factor_not_found"]);
    const removal = await auth.call(`/factors/${id}`, { method: "DELETE", headers: bearer(stranger) });
    assert.deepEqual(verdict(removal), [404, "mfa_factor_not_found"]);
  }
  const mixed = await post(auth, stranger, `/factors/${own.id}/verify`, { challenge_id: foreign, code: codeOf(auth, own) });
  assert.deepEqual(verdict(mixed), [422, "mfa_factor_not_found"]);
  assert.equal((await factorsOf(auth, await signIn(auth)))?.length, 1);
});

test("what is asked for wrongly is refused in the words of the real server", async () => {
  await using auth = await startTestAuth({ ...AUTOCONFIRM, EXTERNAL_ANONYMOUS_USERS_ENABLED: "true" });
  const session = await signUp(auth);
  const { id } = await enroll(auth, session);
  const refusals: [path: string, body: unknown, status: number, code: string][] = [
    ["/factors", { factor_type: "fingerprint" }, 400, "validation_failed"],
    ["/factors", {}, 400, "validation_failed"],
    ["/factors", { factor_type: "phone", phone: "5511999990000" }, 422, "mfa_phone_enroll_not_enabled"],
    ["/factors", { factor_type: "webauthn" }, 422, "mfa_webauthn_enroll_not_enabled"],
    ["/factors", { factor_type: "totp", friendly_name: "x".repeat(121) }, 400, "validation_failed"],
    ["/factors/x/challenge", {}, 404, "validation_failed"],
    ["/factors/x/verify", { challenge_id: NOBODYS, code: "1" }, 404, "validation_failed"],
    [`/factors/${id}/verify`, { challenge_id: "x", code: "1" }, 400, "validation_failed"],
    [`/factors/${id}/verify`, { challenge_id: NOBODYS }, 400, "validation_failed"],
    [`/factors/${id}/verify`, { challenge_id: NOBODYS, code: "123456" }, 422, "mfa_factor_not_found"],
  ];
  for (const [path, body, status, code] of refusals)
    assert.deepEqual(verdict(await post(auth, session, path, body)), [status, code], `${path} ${JSON.stringify(body)}`);
  const nobody = (await auth.post("/signup", {})).body as TestSession;
  assert.deepEqual(verdict(await post(auth, nobody, "/factors", { factor_type: "totp" })), [403, "no_authorization"]);
  await auth.post("/logout?scope=local", {}, bearer(session));
  assert.deepEqual(verdict(await post(auth, session, "/factors", { factor_type: "totp" })), [403, "session_not_found"]);
});

test("MFA_TOTP_ENROLL_ENABLED and MFA_TOTP_VERIFY_ENABLED switch authenticator apps off", async () => {
  await using off = await startTestAuth({ ...AUTOCONFIRM, MFA_TOTP_ENROLL_ENABLED: "false" });
  const refusal = await post(off, await signUp(off), "/factors", { factor_type: "totp" });
  assert.deepEqual(verdict(refusal), [422, "mfa_totp_enroll_not_enabled"]);
  await using auth = await startTestAuth({ ...AUTOCONFIRM, MFA_TOTP_VERIFY_ENABLED: "false" });
  const session = await signUp(auth);
  const { id } = await enroll(auth, session);
  assert.deepEqual(verdict(await post(auth, session, `/factors/${id}/challenge`)), [422, "mfa_totp_verify_not_enabled"]);
});

test("the secret is nowhere in the database, and a factor whose key is gone lets nobody through", async () => {
  await using auth = await startTestAuth(AUTOCONFIRM);
  const session = await signUp(auth);
  const factor = await enroll(auth, session);
  const { db } = auth.service.world;
  const { text } = await db.one<{ text: string }>(
    sql`select string_agg(f::text, ' ') || (select string_agg(payload::text, ' ') from audit_log_entries) as text from factors f`,
  );
  assert.ok(!text.includes(factor.secret) && !text.includes(Buffer.from(factor.secret).toString("hex")));
  await db.run(sql`update factors set sealed_secret = decode(repeat('00', 64), 'hex')`);
  assert.deepEqual(verdict(await answer(auth, session, factor.id, codeOf(auth, factor))), [422, "mfa_verification_failed"]);
});

test("administrators list, rename and delete factors; the user's sessions then prove less", async () => {
  await using auth = await startTestAuth(AUTOCONFIRM);
  const { session, factor } = await signUpWithFactor(auth);
  const path = `/admin/users/${session.user.id}/factors`;
  const [listed] = (await auth.get(path, auth.admin)).body as ShownFactor[];
  assert.deepEqual([listed?.id, listed?.status, listed?.friendly_name], [factor.id, "verified", "app"]);
  const renamed = await auth.call(`${path}/${factor.id}`, {
    method: "PUT",
    body: { friendly_name: "old phone" },
    headers: auth.admin,
  });
  assert.equal((renamed.body as ShownFactor).friendly_name, "old phone");
  const remove = () => auth.call(`${path}/${factor.id}`, { method: "DELETE", headers: auth.admin });
  assert.equal(((await remove()).body as ShownFactor).id, factor.id);
  assert.deepEqual(verdict(await remove()), [404, "mfa_factor_not_found"]);
  const after = await auth.post("/token?grant_type=refresh_token", { refresh_token: session.refresh_token });
  assert.equal(claimsOf(after.body as TestSession).aal, "aal1");
  assert.deepEqual(verdict(await auth.get(`/admin/users/${NOBODYS}/factors`, auth.admin)), [404, "user_not_found"]);
  assert.deepEqual(verdict(await auth.get("/admin/users/x/factors", auth.admin)), [404, "validation_failed"]);
  assert.deepEqual(verdict(await auth.get(path, bearer(session))), [403, "not_admin"]);
});

test("a user who is forgotten has no factors any more", async () => {
  await using auth = await startTestAuth(AUTOCONFIRM);
  const { session } = await signUpWithFactor(auth, ana);
  await auth.call(`/admin/users/${session.user.id}`, {
    method: "DELETE",
    body: { should_soft_delete: true },
    headers: auth.admin,
  });
  assert.deepEqual((await auth.get(`/admin/users/${session.user.id}/factors`, auth.admin)).body, []);
});
