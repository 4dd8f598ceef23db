// What a hook is sent to try it: in form like a real call, about nobody. The id of zeros and `test` tell the hook so.
import type { HookName } from "../config/hooks.ts";
import type { AuthConfig } from "../config.ts";
import { accessTokenClaims } from "../keys/access_token.ts";
import { newUserRow } from "../users/new_user_row.ts";
import { NOTHING_YET } from "../users/queries.ts";
import { presentUser } from "../users/user.ts";
import { emailData } from "./send_message.ts";

const NOBODY = "00000000-0000-0000-0000-000000000000";
const EMAIL = "sample@example.com";
/** Of a range that no network gives to anybody. */
const PHONE = "15555550100";
const CODE = "123456";

export function samplePayload(name: HookName, config: AuthConfig, now: Date): Readonly<Record<string, unknown>> {
  const row = newUserRow({
    ...NOTHING_YET,
    ...{ id: NOBODY, aud: config.jwtAud, role: config.jwtDefaultGroupName, email: EMAIL, now },
    ...{ appMetadata: { provider: "email", providers: ["email"] }, userMetadata: {} },
  });
  const user = presentUser({ ...row, identities: [] });
  if (name === "beforeUserCreated" || name === "afterUserCreated") return { user };
  if (name === "passwordVerificationAttempt") return { user_id: NOBODY, valid: true };
  if (name === "mfaVerificationAttempt") return { user_id: NOBODY, factor_id: NOBODY, factor_type: "totp", valid: true };
  if (name === "sendSms") return { user: { ...user, phone: PHONE }, sms: { otp: CODE, phone: PHONE } };
  if (name === "sendEmail") {
    const variables = { email: EMAIL, token: CODE, tokenHash: "0".repeat(56), redirectTo: config.siteUrl };
    return { user, email_data: emailData("magic_link", variables, config) };
  }
  const session = { id: NOBODY, aal: "aal1", amr: [], endsAt: null };
  return { user_id: NOBODY, claims: accessTokenClaims({ user: row, session, config, now }), authentication_method: "password" };
}
