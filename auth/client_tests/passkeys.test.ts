// @supabase/auth-js, as published, through passkeys: all but the two calls of the browser, which are the authenticator's.
import assert from "node:assert/strict";
import { test } from "node:test";
import { SoftwareAuthenticator } from "../webauthn/testing.ts";
import { good, openAdmin, openClient, startForClients } from "./testing.ts";

const ana = { email: "ana@example.com", password: "correct horse" };

test("passkey.startRegistration, verifyRegistration, startAuthentication, verifyAuthentication, list, update and delete", async () => {
  await using auth = await startForClients({
    MAILER_AUTOCONFIRM: "true",
    PASSKEY_ENABLED: "true",
    WEBAUTHN_RP_ID: "localhost",
    WEBAUTHN_RP_ORIGINS: "http://localhost:5173",
  });
  const client = openClient(auth);
  const { user } = good(await client.signUp(ana));
  const device = new SoftwareAuthenticator("http://localhost:5173");
  const flow = good(await client.passkey.startRegistration());
  type Registration = Parameters<typeof client.passkey.verifyRegistration>[0];
  const registration = { challengeId: flow.challenge_id, credential: device.create(flow.options) } as unknown as Registration;
  const { id } = good(await client.passkey.verifyRegistration(registration));
  const other = openClient(auth);
  const challenge = good(await other.passkey.startAuthentication());
  type Authentication = Parameters<typeof other.passkey.verifyAuthentication>[0];
  const view = { challengeId: challenge.challenge_id, credential: device.get(challenge.options) } as unknown as Authentication;
  assert.equal(good(await other.passkey.verifyAuthentication(view)).session?.user.id, user?.id);
  good(await other.passkey.update({ passkeyId: id, friendlyName: "Laptop" }));
  assert.deepEqual(
    good(await other.passkey.list())?.map((each) => each.friendly_name),
    ["Laptop"],
  );
  const admin = openAdmin(auth);
  const userId = user?.id as string;
  assert.deepEqual(
    good(await admin.passkey.listPasskeys({ userId }))?.map((each) => each.id),
    [id],
  );
  good(await admin.passkey.deletePasskey({ userId, passkeyId: id }));
  assert.deepEqual(good(await other.passkey.list()), []);
});
