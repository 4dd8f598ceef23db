// The errors of limits that administrators see, a part of the table in auth/errors.ts.
import type { ErrorRow } from "../../kernel/errors.ts";

export const protectionErrors = {
  limitSubjectMissing: [422, "validation_failed", "Name an email address, a phone number, a user or an IP address"],
  limitSubjectsMany: [422, "validation_failed", "Name one of email, phone and user_id"],
} as const satisfies Record<string, ErrorRow>;
