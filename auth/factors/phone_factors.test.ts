// Phones as second factors: codes by SMS and WhatsApp, of our own and of a gateway.
import assert from "node:assert/strict";
import { test } from "node:test";
import { until } from "../../kernel/testing/until.ts";
import { AUTOCONFIRM, bearer, signUp, type TestSession, verdict } from "../account/testing.ts";
import { startGateway, startSmsAuth } from "../sms/testing.ts";
import { startTestAuth } from "../testing.ts";
import { challenge, claimsOf, enrollPhone, NUMBER, PHONES, post, sentCode } from "./testing.ts";

test("MFA_PHONE_ENROLL_ENABLED and MFA_PHONE_VERIFY_ENABLED switch phone factors on: the code that was sent makes the session aal2", async () => {
  await using auth = await startTestAuth(PHONES);
  const session = await signUp(auth);
  const id = await enrollPhone(auth, session);
  const challengeId = await challenge(auth, session, id);
  const code = await sentCode(auth);
  const wrong = { challenge_id: challengeId, code: code === "123456" ? "654321" : "123456" };
  assert.deepEqual(verdict(await post(auth, session, `/factors/${id}/verify`, wrong)), [422, "mfa_verification_failed"]);
  const verified = await post(auth, session, `/factors/${id}/verify`, { challenge_id: challengeId, code });
  const { aal, amr } = claimsOf(verified.body as TestSession);
  assert.deepEqual([aal, amr.map(({ method }) => method).sort()], ["aal2", ["mfa/phone", "password"]]);
  const again = { factor_type: "phone", phone: NUMBER, friendly_name: "again" };
  assert.deepEqual(verdict(await post(auth, verified.body as TestSession, "/factors", again)), [
    422,
    "mfa_verified_factor_exists",
  ]);
  await using enrolling = await startTestAuth({ ...AUTOCONFIRM, MFA_PHONE_ENROLL_ENABLED: "true" });
  const other = await signUp(enrolling);
  const refusal = await post(enrolling, other, `/factors/${await enrollPhone(enrolling, other)}/challenge`);
  assert.deepEqual(verdict(refusal), [422, "mfa_phone_verify_not_enabled"]);
});

test("a code is sent as MFA_PHONE_OTP_LENGTH, MFA_PHONE_TEMPLATE and MFA_PHONE_MAX_FREQUENCY say, also by WhatsApp", async () => {
  await using gateway = await startGateway("twilio");
  const wording = { MFA_PHONE_OTP_LENGTH: "8", MFA_PHONE_TEMPLATE: "Cofre: {{ .Code }}", MFA_PHONE_MAX_FREQUENCY: "30s" };
  await using auth = await startSmsAuth("twilio", gateway, { ...PHONES, ...wording });
  const session = await signUp(auth);
  const id = await enrollPhone(auth, session);
  await challenge(auth, session, id);
  const [sms] = await until("the message", () => (gateway.received.length > 0 ? gateway.received : undefined));
  assert.equal(sms?.to, NUMBER);
  assert.match(sms?.text ?? "", /^Cofre: \d{8}$/);
  assert.deepEqual(verdict(await post(auth, session, `/factors/${id}/challenge`)), [429, "over_sms_send_rate_limit"]);
  auth.clock.advance(30);
  await challenge(auth, session, id, { factorId: id, channel: "whatsapp" });
  const second = await until("the second", () => gateway.received[1]);
  assert.equal(second.channel, "whatsapp");
});

test("POST /factors/:id/challenge refuses a channel that is no text, and sends nothing", async () => {
  await using auth = await startTestAuth(PHONES);
  const session = await signUp(auth);
  const id = await enrollPhone(auth, session);
  for (const channel of [5, 12.5, true, [], ["sms"], {}, "sms\0"]) {
    const reply = await post(auth, session, `/factors/${id}/challenge`, { channel });
    assert.deepEqual(verdict(reply), [400, "validation_failed"], JSON.stringify(channel));
    assert.match(reply.text, /"channel (must be string|holds a NUL)/);
  }
  assert.equal(await sentCode(auth), "");
  for (const body of [{ channel: null }, { channel: "" }, undefined]) {
    auth.clock.advance(60);
    const reply = await auth.call(`/factors/${id}/challenge`, { method: "POST", headers: bearer(session), body });
    assert.equal(reply.status, 200, reply.text);
  }
});

test("a code that the gateway makes is asked about five times at most, and is good once", async () => {
  await using gateway = await startGateway("twilio_verify");
  await using auth = await startSmsAuth("twilio_verify", gateway, { ...PHONES, MFA_PHONE_MAX_FREQUENCY: "0" });
  const session = await signUp(auth);
  const id = await enrollPhone(auth, session);
  const challengeReply = await challenge(auth, session, id);
  const code = await until("the code", () => gateway.codes.get(NUMBER));
  const verify = (challengeId: string, view: string) =>
    post(auth, session, `/factors/${id}/verify`, { challenge_id: challengeId, code: view });
  gateway.instead = { status: 500 };
  assert.equal((await verify(challengeReply, code)).status, 503);
  gateway.instead = undefined;
  for (let n = 0; n < 5; n++)
    assert.deepEqual(verdict(await verify(challengeReply, "0000000000")), [422, "mfa_verification_failed"]);
  assert.deepEqual(verdict(await verify(challengeReply, code)), [422, "mfa_challenge_expired"]);
  const next = await challenge(auth, session, id);
  const right = await until("another code", () => (gateway.received.length > 1 ? gateway.codes.get(NUMBER) : undefined));
  const verified = await verify(next, right);
  assert.equal(claimsOf(verified.body as TestSession).aal, "aal2");
});

test("a phone factor needs a number, and no text leaves where none can", async () => {
  await using auth = await startTestAuth(PHONES, undefined, { canText: false });
  const session = await signUp(auth);
  for (const phone of [undefined, "", "x", "+0"])
    assert.deepEqual(verdict(await post(auth, session, "/factors", { factor_type: "phone", phone })), [400, "validation_failed"]);
  const id = await enrollPhone(auth, session);
  assert.deepEqual(verdict(await post(auth, session, `/factors/${id}/challenge`)), [422, "sms_send_failed"]);
});
