// The fields that RFC 6749 adds to an error of the endpoints that apps call.
import type { Fault } from "../../kernel/errors.ts";
import type { Request } from "../../kernel/http/endpoint.ts";

/** What apps call by the rules of OAuth is refused in the words of RFC 6749, too, whatever was wrong. */
const OAUTH_PATHS = /\/oauth\/(token|revoke|introspect|userinfo|clients\/register)\/?$/;
const OAUTH_ERRORS = new Set([
  ...["invalid_request", "invalid_client", "invalid_grant", "unauthorized_client", "unsupported_grant_type", "invalid_scope"],
  ...["invalid_target", "invalid_token", "invalid_redirect_uri", "invalid_client_metadata", "temporarily_unavailable"],
]);

export function oauthErrorFields(
  { status, code, message }: Fault,
  { path }: Request,
): { error?: string; error_description?: string } {
  if (!OAUTH_PATHS.test(path)) return {};
  const error = status === 429 || status === 503 ? "temporarily_unavailable" : status >= 500 ? "server_error" : "invalid_request";
  // RFC 6749 leaves quotes and backslashes out of descriptions.
  return {
    error: OAUTH_ERRORS.has(code) ? code : error,
    error_description: message.replace(/[^\x20-\x21\x23-\x5b\x5d-\x7e]/g, "'"),
  };
}
