// Every error a caller of auth can meet. A row is a case; the same code may stand in several with different statuses.

import { defineErrors, type Fault } from "../kernel/errors.ts";
import type { Request } from "../kernel/http/endpoint.ts";

export const fail = defineErrors({
  badRequest: [400, "validation_failed", "{problem}"],
  badJson: [400, "bad_json", "Could not parse request body as JSON: {problem}"],
  invalid: [400, "validation_failed", "{field} {problem}"],
  bodyTooLarge: [413, "request_entity_too_large", "Request body exceeds 1 MiB"],
  unsupportedMediaType: [415, "validation_failed", "{problem}"],
  unknownRoute: [404, "not_found", "No endpoint has this path"],
  wrongMethod: [405, "method_not_allowed", "This endpoint does not take this method"],
  timedOut: [504, "request_timeout", "Processing this request timed out, please retry after a moment."],
  unavailable: [503, "service_unavailable", "The service cannot reach its database, please retry after a moment."],
  unexpected: [500, "unexpected_failure", "Unexpected failure, please check server logs for more information"],
  auditScopeUnknown: [400, "validation_failed", "Invalid query scope: {scope}"],
  pkceIncomplete: [400, "validation_failed", "PKCE flow requires code_challenge_method and code_challenge"],
  codeChallengeLength: [400, "validation_failed", "code challenge has to be between 43 and 128 characters"],
  codeChallengeCharacters: [400, "validation_failed", "code challenge has characters other than letters, digits, -, ., _ and ~"],
  codeChallengeMethodUnknown: [400, "validation_failed", "code challenge method has to be s256 or plain"],
  banDurationInvalid: [400, "validation_failed", "invalid format for ban duration: {problem}"],
  metadataTooLarge: [400, "validation_failed", "user_metadata is larger than 16 KB"],
  hashingBusy: [429, "over_request_rate_limit", "Request rate limit reached"],
  passwordTooLong: [400, "validation_failed", "Password cannot be longer than 256 bytes"],
  emailRequired: [400, "validation_failed", "An email address is required"],
  emailTooLong: [400, "validation_failed", "An email address is too long"],
  emailInvalid: [400, "validation_failed", "Unable to validate email address: invalid format"],
  phoneInvalid: [400, "validation_failed", "Invalid phone number format (E.164 required)"],
  noBearer: [401, "no_authorization", "This endpoint requires a valid Bearer token"],
  badJwt: [403, "bad_jwt", "invalid JWT: unable to parse or verify signature, {detail}"],
  subMissing: [403, "bad_jwt", "invalid claim: missing sub claim"],
  subNotUuid: [400, "bad_jwt", "invalid claim: sub claim must be a UUID"],
  sessionIdNotUuid: [403, "bad_jwt", "invalid claim: session_id claim must be a UUID"],
  notAdmin: [403, "not_admin", "User not allowed"],
  userOfTokenGone: [403, "user_not_found", "User from sub claim in JWT does not exist"],
  sessionGone: [403, "session_not_found", "Session from session_id claim in JWT does not exist"],
  callerBanned: [403, "user_banned", "User is banned"],
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
  audienceWrong: [400, "validation_failed", "Token audience doesn't match request audience"],
  logoutScopeUnknown: [400, "validation_failed", 'Unsupported logout scope "{scope}"'],
  anonymousDisabled: [422, "anonymous_provider_disabled", "Anonymous sign-ins are disabled"],
  signupDisabled: [422, "signup_disabled", "Signups not allowed for this instance"],
  signupPasswordMissing: [400, "validation_failed", "Signup requires a valid password"],
  signupOneAddress: [400, "validation_failed", "Only an email address or phone number should be provided on signup."],
  emailSignupsDisabled: [400, "email_provider_disabled", "Email signups are disabled"],
  phoneSignupsDisabled: [400, "phone_provider_disabled", "Phone signups are disabled"],
  phoneSignupPkce: [400, "validation_failed", "PKCE not supported for phone signups"],
  weakPassword: [422, "weak_password", "{message}"],
  userExists: [422, "user_already_exists", "User already registered"],
  userExistsAsSeed: [400, "user_already_exists", "User already registered"],
  mailTooSoon: [429, "over_email_send_rate_limit", "For security purposes, you can only request this after {seconds} seconds."],
  mailBudgetSpent: [429, "over_email_send_rate_limit", "email rate limit exceeded"],
  smsTooSoon: [429, "over_sms_send_rate_limit", "For security purposes, you can only request this after {seconds} seconds."],
  smsBudgetSpent: [429, "over_sms_send_rate_limit", "SMS rate limit exceeded"],
});

const VERSION_HEADER = "x-supabase-api-version";
const NEWEST_VERSION = "2024-01-01";

/** Clients that name an API version get the code as text; the others get the seed's shape with the status as a number. */
export function render(fault: Fault, request: Request) {
  if (wantsNewShape(request)) {
    return {
      headers: { [VERSION_HEADER]: NEWEST_VERSION, "x-sb-error-code": fault.code },
      body: { code: fault.code, message: fault.message, ...fault.body },
    };
  }
  const errorId = fault.status >= 500 ? { error_id: request.id } : {};
  return {
    headers: { "x-sb-error-code": fault.code },
    body: { code: fault.status, error_code: fault.code, msg: fault.message, ...errorId, ...fault.body },
  };
}

/** Whether the client names an API version of 2024-01-01 or later. */
export function wantsNewShape(request: Request): boolean {
  const version = request.headers[VERSION_HEADER] ?? "";
  return /^\d{4}-\d{2}-\d{2}$/.test(version) && !Number.isNaN(Date.parse(version)) && version >= NEWEST_VERSION;
}
