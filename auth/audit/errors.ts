// The errors of reading the audit log, a part of the table in auth/errors.ts.
import type { ErrorRow } from "../../kernel/errors.ts";

export const auditErrors = {
  auditScopeUnknown: [400, "validation_failed", "Invalid query scope: {scope}"],
} as const satisfies Record<string, ErrorRow>;
