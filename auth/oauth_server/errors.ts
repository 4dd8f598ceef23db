// The errors of the OAuth server, a part of the table in auth/errors.ts.
import type { ErrorRow } from "../../kernel/errors.ts";

export const oauthServerErrors = {
  oauthServerDisabled: [404, "feature_disabled", "OAuth server is disabled"],
  appTokenRefused: [403, "no_authorization", "What an app was given opens nothing here but /oauth/userinfo"],
  oauthClientUnknown: [400, "oauth_client_not_found", "OAuth client not found"],
  oauthDocumentUnfit: [400, "oauth_client_not_found", "The document of the OAuth client cannot be used: {field} {problem}"],
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
  oauthRequestInvalid: [400, "invalid_request", "{problem}"],
  oauthClientInvalid: [401, "invalid_client", "Client authentication failed"],
  oauthGrantInvalid: [400, "invalid_grant", "{problem}"],
  oauthGrantForbidden: [400, "unauthorized_client", "The client may not use this grant type"],
  oauthGrantUnsupported: [400, "unsupported_grant_type", "grant_type must be one of {known}"],
  oauthScopeInvalid: [400, "invalid_scope", "{problem}"],
  oauthTargetInvalid: [400, "invalid_target", "{problem}"],
  oauthTokenInvalid: [401, "invalid_token", "The access token is missing, expired, revoked or not for this endpoint"],
} as const satisfies Record<string, ErrorRow>;
