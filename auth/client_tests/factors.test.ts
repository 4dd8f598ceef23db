// @supabase/auth-js, as published, through second factors.
import assert from "node:assert/strict";
import { test } from "node:test";
import { codeOf } from "../factors/testing.ts";
import { good, openAdmin, openClient, refusal, startForClients } from "./testing.ts";

const ana = { email: "ana@example.com", password: "correct horse" };

test("mfa.enroll, challengeAndVerify, listFactors, getAuthenticatorAssuranceLevel and unenroll", async () => {
  await using auth = await startForClients({ MAILER_AUTOCONFIRM: "true" });
  const client = openClient(auth);
  good(await client.signUp(ana));
  const { id, totp } = good(await client.mfa.enroll({ factorType: "totp", friendlyName: "app", issuer: "Cofre" }));
  assert.match(totp.qr_code, /^data:image\/svg\+xml;utf-8,<svg /);
  assert.match(totp.uri, /issuer=Cofre/);
  const before = good(await client.mfa.getAuthenticatorAssuranceLevel());
  assert.deepEqual([before.currentLevel, before.nextLevel], ["aal1", "aal1"]);
  assert.deepEqual(refusal(await client.mfa.challengeAndVerify({ factorId: id, code: "x" })), [422, "mfa_verification_failed"]);
  good(await client.mfa.challengeAndVerify({ factorId: id, code: codeOf(auth, totp) }));
  const listed = good(await client.mfa.listFactors());
  assert.deepEqual([listed.all.length, listed.totp[0]?.id, listed.totp[0]?.friendly_name, listed.phone], [1, id, "app", []]);
  const after = good(await client.mfa.getAuthenticatorAssuranceLevel());
  assert.deepEqual([after.currentLevel, after.nextLevel], ["aal2", "aal2"]);
  assert.ok(after.currentAuthenticationMethods.some((each) => typeof each === "object" && each.method === "totp"));
  good(await client.refreshSession());
  assert.deepEqual(good(await client.mfa.unenroll({ factorId: id })), { id });
  assert.deepEqual(good(await client.mfa.listFactors()).all, []);
});

test("a second device signs in at aal1, is told that aal2 is next, and changes its password only then", async () => {
  await using auth = await startForClients({ MAILER_AUTOCONFIRM: "true" });
  const first = openClient(auth);
  good(await first.signUp(ana));
  const { id, totp } = good(await first.mfa.enroll({ factorType: "totp", friendlyName: "app" }));
  good(await first.mfa.challengeAndVerify({ factorId: id, code: codeOf(auth, totp) }));
  const second = openClient(auth);
  good(await second.signInWithPassword(ana));
  const level = good(await second.mfa.getAuthenticatorAssuranceLevel());
  assert.deepEqual([level.currentLevel, level.nextLevel], ["aal1", "aal2"]);
  assert.deepEqual(refusal(await second.updateUser({ password: "another horse" })), [401, "insufficient_aal"]);
  auth.clock.advance(30);
  const challenge = good(await second.mfa.challenge({ factorId: id }));
  good(await second.mfa.verify({ factorId: id, challengeId: challenge.id, code: codeOf(auth, totp) }));
  good(await second.updateUser({ password: "another horse" }));
});

test("admin.mfa.listFactors and deleteFactor", async () => {
  await using auth = await startForClients({ MAILER_AUTOCONFIRM: "true" });
  const client = openClient(auth);
  const { user } = good(await client.signUp(ana));
  const { id, totp } = good(await client.mfa.enroll({ factorType: "totp", friendlyName: "app" }));
  good(await client.mfa.challengeAndVerify({ factorId: id, code: codeOf(auth, totp) }));
  const admin = openAdmin(auth);
  const userId = user?.id as string;
  assert.deepEqual(
    good(await admin.mfa.listFactors({ userId })).factors.map((factor) => factor.id),
    [id],
  );
  good(await admin.mfa.deleteFactor({ id, userId }));
  assert.deepEqual(good(await admin.mfa.listFactors({ userId })).factors, []);
});

test("mfa.recoveryCodes: generate, getStatus, verify, regenerate and unenroll", async () => {
  await using auth = await startForClients({ MAILER_AUTOCONFIRM: "true" });
  const client = openClient(auth, { experimental: { recoveryCodes: true } });
  good(await client.signUp(ana));
  assert.deepEqual(refusal(await client.mfa.recoveryCodes.getStatus()), [404, "mfa_factor_not_found"]);
  const { id, totp } = good(await client.mfa.enroll({ factorType: "totp", friendlyName: "app" }));
  good(await client.mfa.challengeAndVerify({ factorId: id, code: codeOf(auth, totp) }));
  const { codes, total } = good(await client.mfa.recoveryCodes.generate());
  assert.deepEqual([codes.length, total], [10, 10]);
  const other = openClient(auth, { experimental: { recoveryCodes: true } });
  good(await other.signInWithPassword(ana));
  const { user } = good(await other.mfa.recoveryCodes.verify({ code: codes[3] as string }));
  assert.deepEqual(user.factors?.map(({ factor_type: type }) => type).sort(), ["recovery_code", "totp"]);
  assert.equal(good(await other.mfa.getAuthenticatorAssuranceLevel()).currentLevel, "aal2");
  assert.equal(good(await other.mfa.recoveryCodes.getStatus()).remaining, 9);
  const naming = good(await other.mfa.recoveryCodes.regenerate());
  assert.equal(naming.friendly_name, "Recovery codes");
  good(await other.mfa.recoveryCodes.unenroll());
  assert.deepEqual(good(await other.mfa.listFactors()).recovery_code, []);
});
