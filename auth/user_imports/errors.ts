// The errors of imports of users, a part of the table in auth/errors.ts.
import type { ErrorRow } from "../../kernel/errors.ts";

export const userImportsErrors = {
  userImportUnknown: [404, "user_import_not_found", "No import of users has this id"],
  userImportsTooMany: [422, "user_imports_too_many", "{most} imports of users are open: finish or cancel one first"],
  userImportNotInState: [422, "user_import_state", "The import is {state}: that is possible only while it is {wanted}"],
  userImportPartOutOfOrder: [422, "user_import_part_out_of_order", "The next part is number {next}"],
  userImportTooLarge: [422, "user_import_too_large", "An import takes at most {lines} users and {megabytes} MB"],
  userImportEmpty: [422, "user_import_empty", "No user was sent"],
  userImportPartsMissing: [422, "user_import_parts_missing", "{received} parts have arrived"],
} as const satisfies Record<string, ErrorRow>;
