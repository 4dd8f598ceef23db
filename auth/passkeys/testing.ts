// Test support: users with passkeys.
import assert from "node:assert/strict";
import { bearer, type TestSession } from "../account/testing.ts";
import type { TestAuth } from "../testing.ts";
import { type Lies, type Options, SoftwareAuthenticator } from "../webauthn/testing.ts";

export const PASSKEYS = { MAILER_AUTOCONFIRM: "true", PASSKEY_ENABLED: "true", RATE_LIMIT_PASSKEY: "1000" };
export const ORIGIN = "https://app.example.com";

interface Begun {
  challenge_id: string;
  options: Options;
}

export async function begin(auth: TestAuth, ceremony: "registration" | "authentication", session?: TestSession): Promise<Begun> {
  const reply = await auth.post(`/passkeys/${ceremony}/options`, {}, session ? bearer(session) : {});
  assert.equal(reply.status, 200, reply.text);
  return reply.body as Begun;
}

export async function register(
  auth: TestAuth,
  session: TestSession,
  device = new SoftwareAuthenticator(ORIGIN),
  lies: Lies = {},
) {
  const { challenge_id: id, options } = await begin(auth, "registration", session);
  const body = { challenge_id: id, credential: device.create(options, lies) };
  return { device, reply: await auth.post("/passkeys/registration/verify", body, bearer(session)) };
}

export async function signInBy(auth: TestAuth, device: SoftwareAuthenticator, lies: Lies = {}) {
  const { challenge_id: id, options } = await begin(auth, "authentication");
  return auth.post("/passkeys/authentication/verify", { challenge_id: id, credential: device.get(options, lies) });
}
