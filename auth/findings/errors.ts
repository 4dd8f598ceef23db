// The errors of findings, a part of the table in auth/errors.ts.
import type { ErrorRow } from "../../kernel/errors.ts";

export const findingsErrors = {
  findingUnknown: [404, "finding_not_found", "There is no such finding"],
  findingNotDismissed: [422, "finding_not_dismissed", "This finding is not dismissed"],
} as const satisfies Record<string, ErrorRow>;
