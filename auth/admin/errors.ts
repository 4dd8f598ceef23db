// The errors of the admin endpoints, a part of the table in auth/errors.ts.
import type { ErrorRow } from "../../kernel/errors.ts";

export const adminErrors = {
  newUserWithoutAddress: [400, "validation_failed", "Cannot create a user without either an email or phone"],
  passwordTwice: [400, "validation_failed", "Only a password or a password hash should be provided"],
  passwordHashRefused: [400, "validation_failed", "password_hash {problem}"],
  badPagination: [400, "validation_failed", "Bad Pagination Parameters: {problem}"],
  badFilter: [400, "validation_failed", "Bad Filter Parameters: {problem}"],
  filterInPages: [400, "validation_failed", "Lists in pages cannot be filtered by {name}: leave page and per_page away"],
  badSort: [400, "validation_failed", "Bad Sort Parameters: {problem}"],
  linkTypeUnknown: [400, "validation_failed", "Invalid email action link type requested: {type}"],
  linkUserUnknown: [404, "user_not_found", "User with this email not found"],
  linkNeedsSecureChange: [400, "validation_failed", "Enable secure email change to generate link for current email"],
  userDeleted: [422, "user_deleted", "This user was deleted"],
  userBanned: [422, "user_banned", "This user is banned"],
  userWithoutEmail: [422, "email_missing", "This user has no email address"],
  emailConfirmed: [422, "email_already_confirmed", "The email address of this user is confirmed"],
} as const satisfies Record<string, ErrorRow>;
