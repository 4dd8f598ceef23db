// What a connection of the bench waits for: on a machine that others use a statement may take long, and is then slow, not lost.
import type { Settings } from "../../kernel/sql/session.ts";

export const LONG_TIMEOUTS: Settings = { statement_timeout: "60000", lock_timeout: "60000" };
