// The errors of passkeys, a part of the table in auth/errors.ts.
import type { ErrorRow } from "../../kernel/errors.ts";

export const passkeysErrors = {
  passkeysDisabled: [404, "passkey_disabled", "Passkeys are disabled"],
  passkeyUnknown: [404, "validation_failed", "Passkey not found"],
  passkeyNameMissing: [400, "validation_failed", "friendly_name is required"],
  passkeysTooMany: [422, "too_many_passkeys", "Maximum number of passkeys reached"],
  passkeysNeedAal2: [403, "insufficient_aal", "AAL2 session is required to manage passkeys when MFA is enabled"],
  passkeyEmailNotConfirmed: [403, "email_not_confirmed", "Email not confirmed"],
  passkeyPhoneNotConfirmed: [403, "phone_not_confirmed", "Phone not confirmed"],
  ceremonyIdMissing: [400, "validation_failed", "challenge_id is required"],
  credentialMissing: [400, "validation_failed", "credential is required"],
  ceremonyUnknown: [400, "webauthn_challenge_not_found", "Challenge not found or already used"],
  ceremonyExpired: [400, "webauthn_challenge_expired", "Challenge has expired"],
  credentialRefused: [400, "webauthn_verification_failed", "Credential verification failed"],
  credentialExists: [422, "webauthn_credential_exists", "This credential is already registered"],
  passkeyOfSsoUser: [422, "validation_failed", "SSO users cannot register passkeys"],
} as const satisfies Record<string, ErrorRow>;
