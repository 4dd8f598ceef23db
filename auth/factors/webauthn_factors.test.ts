// Security keys as second factors.
import assert from "node:assert/strict";
import { test } from "node:test";
import { signIn, signUp, type TestSession, verdict } from "../account/testing.ts";
import { startTestAuth, type TestAuth } from "../testing.ts";
import { type Lies, SoftwareAuthenticator } from "../webauthn/testing.ts";
import { claimsOf, enrollKey, KEYS, post, touched } from "./testing.ts";

async function touch(auth: TestAuth, session: TestSession, id: string, device: SoftwareAuthenticator, lies: Lies = {}) {
  return post(auth, session, `/factors/${id}/verify`, await touched(auth, session, id, device, lies));
}

test("MFA_WEB_AUTHN_ENROLL_ENABLED and MFA_WEB_AUTHN_VERIFY_ENABLED switch security keys on: created once, asserted from then on", async () => {
  await using auth = await startTestAuth(KEYS);
  const session = await signUp(auth);
  const id = await enrollKey(auth, session);
  const device = new SoftwareAuthenticator("https://app.example.com");
  for (const lie of [{ origin: "https://evil.test" }, { rpId: "evil.test" }, { flags: 0 }])
    assert.deepEqual(verdict(await touch(auth, session, id, device, lie)), [422, "mfa_verification_failed"], JSON.stringify(lie));
  const first = await touch(auth, session, id, device);
  assert.equal(first.status, 200, first.text);
  assert.equal(claimsOf(first.body as TestSession).aal, "aal2");
  const low = await signIn(auth);
  const other = new SoftwareAuthenticator("https://app.example.com");
  assert.deepEqual(
    verdict(await touch(auth, low, id, other, { id: device.id })),
    [422, "mfa_verification_failed"],
    "another key",
  );
  const second = await touch(auth, low, id, device);
  const { aal, amr } = claimsOf(second.body as TestSession);
  assert.deepEqual([aal, amr.map(({ method }) => method).sort()], ["aal2", ["mfa/webauthn", "password"]]);
  const cloned = await touch(auth, second.body as TestSession, id, device, { counter: device.counter });
  assert.deepEqual(verdict(cloned), [422, "mfa_verification_failed"], "a counter that has not risen");
  await using enrolling = await startTestAuth({ ...KEYS, MFA_WEB_AUTHN_VERIFY_ENABLED: "false" });
  const newcomer = await signUp(enrolling);
  const refusal = await post(enrolling, newcomer, `/factors/${await enrollKey(enrolling, newcomer)}/challenge`);
  assert.deepEqual(verdict(refusal), [422, "mfa_webauthn_verify_not_enabled"]);
});

test("an answer without a key's response is refused in the words of the real server", async () => {
  await using auth = await startTestAuth(KEYS);
  const session = await signUp(auth);
  const id = await enrollKey(auth, session);
  const { id: challengeId } = (await post(auth, session, `/factors/${id}/challenge`)).body as { id: string };
  const answers: [body: object, text: RegExp][] = [
    [{ code: "123456" }, /WebAuthn config required/],
    [{ webauthn: { type: "x" } }, /WebAuthn type must be create or request/],
    [{ webauthn: { type: "create" } }, /credential_response required/],
    [{ webauthn: { type: "create", credential_response: 5 } }, /Invalid credential_response/],
    [{ webauthn: { type: "request", credential_response: {} } }, /Invalid credential_response/],
  ];
  for (const [body, text] of answers) {
    const reply = await post(auth, session, `/factors/${id}/verify`, { challenge_id: challengeId, ...body });
    assert.equal(reply.status, 400, reply.text);
    assert.match(reply.text, text);
  }
});
