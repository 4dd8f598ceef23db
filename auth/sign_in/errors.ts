// The errors of POST /token, a part of the table in auth/errors.ts.
import type { ErrorRow } from "../../kernel/errors.ts";

export const signInErrors = {
  grantUnsupported: [400, "invalid_credentials", "unsupported_grant_type"],
  credentialsInvalid: [400, "invalid_credentials", "Invalid login credentials"],
  signInOneAddress: [400, "validation_failed", "Only an email address or phone number should be provided on login."],
  signInAddressMissing: [400, "validation_failed", "missing email or phone"],
  emailLoginsDisabled: [422, "email_provider_disabled", "Email logins are disabled"],
  phoneLoginsDisabled: [422, "phone_provider_disabled", "Phone logins are disabled"],
  signInBanned: [400, "user_banned", "User is banned"],
  emailNotConfirmed: [400, "email_not_confirmed", "Email not confirmed"],
  phoneNotConfirmed: [400, "phone_not_confirmed", "Phone not confirmed"],
  refreshTokenMissing: [400, "validation_failed", "Refresh token is not valid"],
  refreshTokenUnknown: [400, "refresh_token_not_found", "Invalid Refresh Token: Refresh Token Not Found"],
  refreshTokenUsed: [400, "refresh_token_already_used", "Invalid Refresh Token: Already Used"],
  refreshBanned: [400, "user_banned", "Invalid Refresh Token: User Banned"],
  sessionExpired: [400, "session_expired", "Invalid Refresh Token: Session Expired"],
  authCodeMissing: [400, "validation_failed", "invalid request: both auth code and code verifier should be non-empty"],
  authCodeUnknown: [404, "flow_state_not_found", "invalid flow state, no valid flow state found"],
  authCodeExpired: [422, "flow_state_expired", "invalid flow state, flow state has expired"],
  codeVerifierWrong: [400, "bad_code_verifier", "code challenge does not match previously saved code verifier"],
  authCodeBanned: [403, "user_banned", "User is banned"],
  idTokenRefused: [400, "validation_failed", "{problem}"],
  idTokenProviderDisabled: [400, "provider_disabled", 'Provider (issuer "{issuer}") is not enabled'],
  passwordRejected: [400, "invalid_credentials", "{message}"],
  idTokenIssuerNotAllowed: [400, "validation_failed", 'Custom OIDC provider "{issuer}" not allowed'],
} as const satisfies Record<string, ErrorRow>;
