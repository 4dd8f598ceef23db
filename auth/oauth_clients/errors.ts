// The errors of OAuth clients, a part of the table in auth/errors.ts.
import type { ErrorRow } from "../../kernel/errors.ts";

export const oauthClientsErrors = {
  oauthClientGone: [404, "oauth_client_not_found", "OAuth client not found"],
  oauthClientUnchanged: [400, "validation_failed", "No fields provided for update"],
  oauthClientWithoutSecret: [400, "validation_failed", "A public client has no secret"],
  oauthRegistrationOff: [403, "oauth_dynamic_client_registration_disabled", "Dynamic client registration is not enabled"],
  oauthClientsFull: [429, "temporarily_unavailable", "As many apps have registered themselves as may, and all are in use"],
  oauthRedirectUriInvalid: [400, "invalid_redirect_uri", "{field} {problem}"],
  oauthMetadataInvalid: [400, "invalid_client_metadata", "{field} {problem}"],
  oauthClientUnfit: [400, "validation_failed", "The client cannot be like this: {field} {problem}"],
} as const satisfies Record<string, ErrorRow>;
