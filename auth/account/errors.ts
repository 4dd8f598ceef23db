// The errors of the user's own account, a part of the table in auth/errors.ts.
import type { ErrorRow } from "../../kernel/errors.ts";

export const accountErrors = {
  logoutScopeUnknown: [400, "validation_failed", 'Unsupported logout scope "{scope}"'],
  changeNeedsAal2: [401, "insufficient_aal", "AAL2 session is required to update email or password when MFA is enabled."],
  deletionNeedsAal2: [403, "insufficient_aal", "AAL2 session is required to delete the account when MFA is enabled."],
  phoneOfAnother: [422, "phone_exists", "A user with this phone number has already been registered"],
  appMetadataForbidden: [403, "not_admin", "Updating app_metadata requires admin privileges"],
  anonymousPassword: [422, "validation_failed", "An anonymous user needs an email address or a phone number to have a password"],
  recentProofMissing: [
    400,
    "reauthentication_needed",
    "Deleting the account needs a recent proof: sign in again, or send the password or a nonce",
  ],
  nonceMissing: [400, "reauthentication_needed", "Password update requires reauthentication"],
  currentPasswordMissing: [400, "current_password_required", "Current password required when setting new password."],
  currentPasswordWrong: [400, "current_password_invalid", "The current password is wrong."],
  nonceInvalid: [422, "reauthentication_not_valid", "Nonce has expired or is invalid"],
  samePassword: [422, "same_password", "New password should be different from the old password."],
  nonceAddressMissing: [400, "validation_failed", "Reauthentication requires the user to have an email or a phone number"],
  nonceEmailNotConfirmed: [422, "email_not_confirmed", "Please verify your email first."],
  noncePhoneNotConfirmed: [422, "phone_not_confirmed", "Please verify your phone first."],
  identityIdNotUuid: [404, "validation_failed", "identity_id must be an UUID"],
  identityNotFound: [422, "identity_not_found", "Identity doesn't exist"],
  identityIsLast: [422, "single_identity_not_deletable", "User must have at least 1 identity after unlinking"],
  identityEmailConflict: [422, "email_conflict_identity_not_deletable", "Unable to unlink identity due to email conflict"],
} as const satisfies Record<string, ErrorRow>;
