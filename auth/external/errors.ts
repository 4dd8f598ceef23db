// The errors of sign-in with external providers, a part of the table in auth/errors.ts.
import type { ErrorRow } from "../../kernel/errors.ts";

export const externalErrors = {
  linkingNeedsAal2: [403, "insufficient_aal", "AAL2 session is required to link or unlink identities when MFA is enabled."],
  externalProviderUnknown: [400, "validation_failed", "Unsupported provider: Provider {provider} could not be found"],
  externalProviderDisabled: [400, "validation_failed", "Unsupported provider: provider is not enabled"],
  externalClientIdMissing: [400, "validation_failed", "Unsupported provider: missing OAuth client ID"],
  externalSecretMissing: [400, "validation_failed", "Unsupported provider: missing OAuth secret"],
  parameterRepeated: [400, "validation_failed", "{name} is given more than once"],
  parametersTooLong: [400, "validation_failed", "The parameters for the provider are too long"],
  inviteTokenUnknown: [404, "user_not_found", "User identified by token not found"],
  inviteNotFound: [404, "invite_not_found", "Invite not found"],
  inviteForAnother: [400, "validation_failed", "Invited email does not match emails from external provider"],
  oauthStateInvalid: [400, "bad_oauth_state", "OAuth callback with invalid state"],
  oauthStateExpired: [400, "bad_oauth_state", "OAuth state has expired"],
  providerBeginFailed: [500, "unexpected_failure", "Unable to begin the sign-in at the external provider"],
  providerExchangeFailed: [500, "unexpected_failure", "Unable to exchange external code"],
  providerProfileFailed: [500, "unexpected_failure", "Error getting user profile from external provider"],
  providerEmailFailed: [500, "unexpected_failure", "Error getting user email from external provider"],
  providerEmailUnverified: [
    422,
    "provider_email_needs_verification",
    "Unverified email with {provider}. A confirmation email has been sent to your {provider} email",
  ],
  severalAccounts: [422, "conflict", "The verified email addresses belong to several accounts, none of them by the primary one"],
  identityLinked: [422, "identity_already_exists", "Identity is already linked"],
  identityOfAnother: [422, "identity_already_exists", "Identity is already linked to another user"],
  linkingUserGone: [422, "user_not_found", "Linking target user not found"],
  linkingEmailTaken: [400, "email_exists", "A user with this email address has already been registered"],
  linkingEmailUnverified: [
    422,
    "email_not_confirmed",
    "Unverified email with {provider}. A confirmation email has been sent to your {provider} email",
  ],
  manualLinkingDisabled: [404, "manual_linking_disabled", "Manual linking is disabled"],
} as const satisfies Record<string, ErrorRow>;
