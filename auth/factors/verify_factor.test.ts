// What showing a factor costs, of whatever kind it is, and from where it is shown.
import assert from "node:assert/strict";
import { test } from "node:test";
import { countTrips } from "../../kernel/testing/trips.ts";
import { AUTOCONFIRM, bearer, signIn, signUp, type TestSession, verdict } from "../account/testing.ts";
import { startTestAuth } from "../testing.ts";
import { SoftwareAuthenticator } from "../webauthn/testing.ts";
import { challenge, claimsOf, codeOf, enroll, enrollKey, enrollPhone, KEYS, PHONES, post, sentCode, touched } from "./testing.ts";

test("a factor is shown in three round trips, of whatever kind, at its first time and later", async () => {
  await using auth = await startTestAuth({ ...PHONES, ...KEYS, MFA_MAX_VERIFIED_FACTORS: "10", MFA_PHONE_MAX_FREQUENCY: "0" });
  let session = await signUp(auth);
  /** In the session's place is the one that comes of it. */
  const verify = async (what: string, path: string, body: object) => {
    let view: TestSession | undefined;
    const trips = await countTrips(auth.service.world.db, async () => {
      view = (await post(auth, session, path, body)).body as TestSession;
    });
    assert.deepEqual([trips, view?.access_token && claimsOf(view).aal], [3, "aal2"], what);
    session = view as TestSession;
  };
  const app = await enroll(auth, session);
  const showApp = async () => {
    auth.clock.advance(60);
    const challengeId = await challenge(auth, session, app.id);
    await verify("an app", `/factors/${app.id}/verify`, { challenge_id: challengeId, code: codeOf(auth, app) });
  };
  await showApp();
  const phone = await enrollPhone(auth, session);
  const showPhone = async () => {
    const challengeId = await challenge(auth, session, phone);
    await verify("a phone", `/factors/${phone}/verify`, { challenge_id: challengeId, code: await sentCode(auth) });
  };
  await showPhone();
  const key = await enrollKey(auth, session);
  const device = new SoftwareAuthenticator("https://app.example.com");
  const showKey = async () => verify("a key", `/factors/${key}/verify`, await touched(auth, session, key, device));
  await showKey();
  const { codes } = (await post(auth, session, "/factors/recovery-codes")).body as { codes: string[] };
  const low = await signIn(auth);
  for (const again of [showApp, showPhone, showKey]) {
    session = low;
    await again();
  }
  session = await signIn(auth);
  await verify("a recovery code", "/factors/recovery-codes/verify", { code: codes[0] });
});

test("a challenge is answered from the address that asked for it", async () => {
  await using auth = await startTestAuth(AUTOCONFIRM);
  const session = await signUp(auth);
  const app = await enroll(auth, session);
  const answer = { challenge_id: await challenge(auth, session, app.id), code: codeOf(auth, app) };
  const elsewhere = { ...bearer(session), "x-forwarded-for": "203.0.113.7" };
  const refusal = await auth.post(`/factors/${app.id}/verify`, answer, elsewhere);
  assert.deepEqual(verdict(refusal), [422, "mfa_ip_address_mismatch"]);
  assert.equal((await post(auth, session, `/factors/${app.id}/verify`, answer)).status, 200, "which uses nothing up");
});
