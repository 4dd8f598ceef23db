// The errors of single sign-on, a part of the table in auth/errors.ts.
import type { ErrorRow } from "../../kernel/errors.ts";

export const ssoErrors = {
  samlDisabled: [404, "saml_provider_disabled", "SAML 2.0 is disabled"],
  ssoUserManaged: [
    422,
    "user_sso_managed",
    "Updating email, phone, password or identities of a SSO account is only possible at its identity provider",
  ],
  ssoOneOf: [400, "validation_failed", "Exactly one of provider_id and domain has to be given"],
  ssoProviderUnknown: [404, "sso_provider_not_found", "No such SSO provider"],
  ssoDomainUnknown: [404, "sso_provider_not_found", "No SSO provider assigned for this domain"],
  ssoProviderDisabled: [404, "sso_provider_disabled", "This SSO provider is disabled"],
  ssoProviderInvalid: [400, "validation_failed", "{problem}"],
  ssoDomainTaken: [400, "sso_domain_already_exists", "SSO Domain '{domain}' is already assigned to an SSO identity provider"],
  ssoResourceTaken: [422, "conflict", "Another SSO provider has this resource_id"],
  samlMetadataUnfetched: [400, "saml_metadata_fetch_failed", "The metadata cannot be fetched: {problem}"],
  samlMetadataInvalid: [400, "validation_failed", "The metadata cannot be used: {problem}"],
  samlMetadataExpired: [400, "saml_metadata_fetch_failed", "The metadata of the identity provider has expired"],
  samlEntityIdMismatch: [
    400,
    "saml_entity_id_mismatch",
    "SAML Metadata can be updated only if the EntityID matches for the provider",
  ],
  samlIdpExists: [422, "saml_idp_already_exists", "SAML Identity Provider with this EntityID already exists"],
  samlIdpUnknown: [404, "saml_idp_not_found", "A SAML connection has not been established with this Identity Provider"],
  samlRelayStateUnknown: [404, "saml_relay_state_not_found", "SAML RelayState does not exist, try logging in again?"],
  samlIdpInitiatedRefused: [
    404,
    "saml_relay_state_not_found",
    "This Identity Provider may not begin sign-ins by itself, try logging in from the application",
  ],
  samlRelayStateExpired: [422, "saml_relay_state_expired", "SAML RelayState has expired. Try logging in again?"],
  samlResponseMissing: [400, "validation_failed", "SAMLResponse is missing"],
  samlResponseRefused: [400, "validation_failed", "SAML Assertion is not valid"],
  samlStatusRefused: [403, "validation_failed", "The Identity Provider did not sign the user in"],
  samlNoUserId: [
    400,
    "saml_assertion_no_user_id",
    "SAML Assertion did not contain a persistent Subject Identifier attribute or Subject NameID uniquely identifying this user",
  ],
  samlNoEmail: [400, "saml_assertion_no_email", "SAML Assertion does not contain an email address"],
} as const satisfies Record<string, ErrorRow>;
