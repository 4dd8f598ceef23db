// The errors of maintenance, a part of the table in auth/errors.ts.
import type { ErrorRow } from "../../kernel/errors.ts";

export const maintenanceErrors = {
  jobUnknown: [404, "job_not_found", "There is no such job, or it runs right now"],
  messageNotWaiting: [404, "message_not_found", "There is no such message that waits, or it is being sent right now"],
} as const satisfies Record<string, ErrorRow>;
