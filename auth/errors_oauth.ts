// What apps of others can meet, and those who register them: a part of the table in errors.ts.
import type { ErrorRow, Fault } from "../kernel/errors.ts";
import type { Request } from "../kernel/http/endpoint.ts";

export const oauthErrors = {
  appTokenRefused: [403, "no_authorization", "What an app was given opens nothing here but /oauth/userinfo"],
  oauthClientUnknown: [400, "oauth_client_not_found", "OAuth client not found"],
  oauthDocumentUnfit: [400, "oauth_client_not_found", "The document of the OAuth client cannot be used: {field} {problem}"],
  oauthClientGone: [404, "oauth_client_not_found", "OAuth client not found"],
  oauthClientUnchanged: [400, "validation_failed", "No fields provided for update"],
  oauthClientWithoutSecret: [400, "validation_failed", "A public client has no secret"],
  oauthClientIdMissing: [400, "validation_failed", "client_id is required"],
  oauthRedirectMissing: [400, "validation_failed", "redirect_uri is required"],
  oauthRedirectWrong: [400, "validation_failed", "invalid redirect_uri"],
  oauthAuthorizationUnknown: [404, "oauth_authorization_not_found", "authorization not found"],
  oauthAuthorizationOver: [400, "validation_failed", "authorization request cannot be processed"],
  oauthAuthorizationDecided: [400, "validation_failed", "authorization request is no longer pending"],
  oauthActionUnknown: [400, "validation_failed", "action must be 'approve' or 'deny'"],
  oauthOriginRefused: [400, "validation_failed", "unauthorized request origin"],
  oauthNeedsAal2: [403, "insufficient_aal", "AAL2 session is required to let apps in when MFA is enabled"],
  oauthNeedsSignIn: [403, "reauthentication_needed", "The app asks for a sign-in that is newer than this one"],
  oauthGrantUnknown: [404, "oauth_consent_not_found", "No app with this client_id has a grant"],
  oauthRegistrationOff: [403, "feature_disabled", "Dynamic client registration is not enabled"],
  oauthClientsFull: [429, "temporarily_unavailable", "As many apps have registered themselves as may, and all are in use"],
  oauthRedirectUriInvalid: [400, "invalid_redirect_uri", "{field} {problem}"],
  oauthMetadataInvalid: [400, "invalid_client_metadata", "{field} {problem}"],
  oauthRequestInvalid: [400, "invalid_request", "{problem}"],
  oauthClientInvalid: [401, "invalid_client", "Client authentication failed"],
  oauthGrantInvalid: [400, "invalid_grant", "{problem}"],
  oauthGrantForbidden: [400, "unauthorized_client", "The client may not use this grant type"],
  oauthGrantUnsupported: [400, "unsupported_grant_type", "grant_type must be one of {known}"],
  oauthScopeInvalid: [400, "invalid_scope", "{problem}"],
  oauthTargetInvalid: [400, "invalid_target", "{problem}"],
  oauthTokenInvalid: [401, "invalid_token", "The access token is missing, expired, revoked or not for this endpoint"],
  oauthClientUnfit: [400, "validation_failed", "The client cannot be like this: {field} {problem}"],
} as const satisfies Record<string, ErrorRow>;

/** What apps call by the rules of OAuth is refused in the words of RFC 6749, too, whatever was wrong. */
const OAUTH_PATHS = /\/oauth\/(token|revoke|introspect|userinfo|clients\/register)\/?$/;
const OAUTH_ERRORS = new Set([
  ...["invalid_request", "invalid_client", "invalid_grant", "unauthorized_client", "unsupported_grant_type", "invalid_scope"],
  ...["invalid_target", "invalid_token", "invalid_redirect_uri", "invalid_client_metadata", "temporarily_unavailable"],
]);

export function oauthWords({ status, code, message }: Fault, { path }: Request): { error?: string; error_description?: string } {
  if (!OAUTH_PATHS.test(path)) return {};
  const error = status === 429 || status === 503 ? "temporarily_unavailable" : status >= 500 ? "server_error" : "invalid_request";
  // RFC 6749 leaves quotes and backslashes out of descriptions.
  return {
    error: OAUTH_ERRORS.has(code) ? code : error,
    error_description: message.replace(/[^\x20-\x21\x23-\x5b\x5d-\x7e]/g, "'"),
  };
}
