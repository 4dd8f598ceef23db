// The errors of custom providers, a part of the table in auth/errors.ts.
import type { ErrorRow } from "../../kernel/errors.ts";

export const customProvidersErrors = {
  customProvidersDisabled: [404, "feature_disabled", "Custom OAuth providers are disabled"],
  customProviderUnknown: [404, "custom_provider_not_found", "Custom provider not found"],
  customProviderInvalid: [400, "validation_failed", "{problem}"],
  customProviderTypeUnknown: [400, "validation_failed", "type has to be oauth2 or oidc"],
  customProviderTaken: [400, "conflict", "A custom provider with this identifier already exists"],
  customProviderGiven: [400, "conflict", "This custom provider is described by a variable of the server"],
  customProviderChanged: [400, "conflict", "This custom provider was changed a moment ago, please look at it again"],
  customProvidersTooMany: [400, "over_custom_provider_quota", "Maximum number of custom providers reached"],
} as const satisfies Record<string, ErrorRow>;
