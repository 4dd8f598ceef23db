// Timeouts of the benchmark's connections: on a busy machine a statement may be slow without failing.
import type { Settings } from "../../kernel/sql/session.ts";

export const LONG_TIMEOUTS: Settings = { statement_timeout: "60000", lock_timeout: "60000" };
