// Test support: users with second factors.
import assert from "node:assert/strict";
import { TOTP } from "otpauth";
import type { Reply } from "../../kernel/testing/client.ts";
import { AUTOCONFIRM, bearer, signUp, type TestSession } from "../account/testing.ts";
import type { TestAuth } from "../testing.ts";
import type { Lies, Options, SoftwareAuthenticator } from "../webauthn/testing.ts";

export interface TestFactor {
  id: string;
  secret: string;
}

/** The code that an authenticator app shows now, or so many steps later. */
export function codeOf(auth: TestAuth, { secret }: Pick<TestFactor, "secret">, steps = 0): string {
  return new TOTP({ secret }).generate({ timestamp: auth.clock.now().getTime() + steps * 30_000 });
}

/** Another one than any that is good now. */
export function wrongCode(auth: TestAuth, factor: Pick<TestFactor, "secret">): string {
  const good = [-1, 0, 1].map((steps) => codeOf(auth, factor, steps));
  return ["000000", "111111", "222222", "333333"].find((code) => !good.includes(code)) as string;
}

export function post(auth: TestAuth, session: TestSession, path: string, body: unknown = {}): Promise<Reply> {
  return auth.post(path, body, bearer(session));
}

export async function enroll(auth: TestAuth, session: TestSession, name = "app"): Promise<TestFactor> {
  const reply = await post(auth, session, "/factors", { factor_type: "totp", friendly_name: name });
  assert.equal(reply.status, 200, reply.text);
  const { id, totp } = reply.body as { id: string; totp: { secret: string } };
  return { id, secret: totp.secret };
}

export async function challenge(auth: TestAuth, session: TestSession, id: string, body: object = {}): Promise<string> {
  const reply = await post(auth, session, `/factors/${id}/challenge`, body);
  assert.equal(reply.status, 200, reply.text);
  return (reply.body as { id: string }).id;
}

export async function answer(auth: TestAuth, session: TestSession, id: string, code: string): Promise<Reply> {
  return post(auth, session, `/factors/${id}/verify`, { challenge_id: await challenge(auth, session, id), code });
}

/** The session that comes of showing the factor. The clock moves on, because no code is good twice. */
export async function show(auth: TestAuth, session: TestSession, factor: TestFactor): Promise<TestSession> {
  auth.clock.advance(60);
  const reply = await answer(auth, session, factor.id, codeOf(auth, factor));
  assert.equal(reply.status, 200, reply.text);
  return reply.body as TestSession;
}

/** Somebody who has signed up and enrolled an app, in a session that is aal2. */
export async function signUpWithFactor(auth: TestAuth, body?: object): Promise<{ session: TestSession; factor: TestFactor }> {
  const session = await signUp(auth, body);
  const factor = await enroll(auth, session);
  return { session: await show(auth, session, factor), factor };
}

export function claimsOf({ access_token: token }: TestSession): { aal: string; amr: { method: string }[]; session_id: string } {
  return JSON.parse(Buffer.from(token.split(".")[1] ?? "", "base64url").toString());
}

export const PHONES = { ...AUTOCONFIRM, MFA_PHONE_ENROLL_ENABLED: "true", MFA_PHONE_VERIFY_ENABLED: "true" };
export const NUMBER = "5511999990000";

export async function enrollPhone(auth: TestAuth, session: TestSession, phone = NUMBER): Promise<string> {
  const reply = await post(auth, session, "/factors", { factor_type: "phone", phone: `+${phone}`, friendly_name: phone });
  assert.equal(reply.status, 200, reply.text);
  const { id, ...rest } = reply.body as { id: string };
  assert.deepEqual(rest, { type: "phone", friendly_name: phone, phone });
  return id;
}

/** The last code that a text message has brought. */
export async function sentCode(auth: TestAuth): Promise<string> {
  return (await auth.messages()).findLast(({ kind }) => kind === "sms")?.variables.code ?? "";
}

export const KEYS = { ...AUTOCONFIRM, MFA_WEB_AUTHN_ENROLL_ENABLED: "true", MFA_WEB_AUTHN_VERIFY_ENABLED: "true" };

export async function enrollKey(auth: TestAuth, session: TestSession, name = "key"): Promise<string> {
  const reply = await post(auth, session, "/factors", { factor_type: "webauthn", friendly_name: name });
  assert.equal(reply.status, 200, reply.text);
  return (reply.body as { id: string }).id;
}

/** The answer to a new challenge of a security key. */
export async function touched(
  auth: TestAuth,
  session: TestSession,
  id: string,
  device: SoftwareAuthenticator,
  lies: Lies = {},
): Promise<{ challenge_id: string; webauthn: object }> {
  const request = (await post(auth, session, `/factors/${id}/challenge`)).body as {
    id: string;
    webauthn: { type: "create" | "request"; credential_options: { publicKey: Options } };
  };
  const { type, credential_options: options } = request.webauthn;
  const response = type === "create" ? device.create(options.publicKey, lies) : device.get(options.publicKey, lies);
  const webauthn = { type, rpId: "ignored", rpOrigins: ["https://evil.test"], credential_response: response };
  return { challenge_id: request.id, webauthn };
}
