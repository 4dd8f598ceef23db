// The errors of an adopted schema, a part of the table in auth/errors.ts.
import type { ErrorRow } from "../../kernel/errors.ts";

export const adoptionErrors = {
  triggerRefused: [422, "validation_failed", "{words}"],
  newUserRefused: [500, "unexpected_failure", "Database error saving new user"],
  changeRefused: [500, "unexpected_failure", "Database error updating user"],
  deletionRefused: [500, "unexpected_failure", "Database error deleting user"],
} as const satisfies Record<string, ErrorRow>;
