// The errors of users and their fields, a part of the table in auth/errors.ts.
import type { ErrorRow } from "../../kernel/errors.ts";

export const usersErrors = {
  banDurationInvalid: [400, "validation_failed", "invalid format for ban duration: {problem}"],
  metadataTooLarge: [400, "validation_failed", "user_metadata is larger than 16 KB"],
  emailRequired: [400, "validation_failed", "An email address is required"],
  emailTooLong: [400, "validation_failed", "An email address is too long"],
  emailInvalid: [400, "validation_failed", "Unable to validate email address: invalid format"],
  phoneInvalid: [400, "validation_failed", "Invalid phone number format (E.164 required)"],
  userOfTokenGone: [403, "user_not_found", "User from sub claim in JWT does not exist"],
  callerBanned: [403, "user_banned", "User is banned"],
  audienceUnexpected: [403, "unexpected_audience", "Token audience doesn't match request audience"],
  audienceWrong: [400, "validation_failed", "Token audience doesn't match request audience"],
  userUnknown: [404, "user_not_found", "User not found"],
  userIdNotUuid: [404, "validation_failed", "user_id must be an UUID"],
  newIdInvalid: [400, "validation_failed", "id must be a UUID other than the one of zeros"],
  userIdTaken: [422, "user_already_exists", "A user with this id already exists"],
  emailExists: [422, "email_exists", "A user with this email address has already been registered"],
  phoneExists: [422, "phone_exists", "Phone number already registered by another user"],
  appMetadataTooLarge: [400, "validation_failed", "app_metadata is larger than 16 KB"],
} as const satisfies Record<string, ErrorRow>;
