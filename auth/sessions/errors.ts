// The errors of sessions, a part of the table in auth/errors.ts.
import type { ErrorRow } from "../../kernel/errors.ts";

export const sessionsErrors = {
  sessionGone: [403, "session_not_found", "Session from session_id claim in JWT does not exist"],
  sessionUnknown: [404, "session_not_found", "Session not found"],
} as const satisfies Record<string, ErrorRow>;
