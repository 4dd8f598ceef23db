// Session settings. Each connection sets them, so that statements behave the same whatever server, database, role or URL say.

export type Settings = Readonly<Record<string, string>>;

/** Names and values as in `pg_settings`. */
const ALWAYS: Settings = {
  // Compiling a large statement takes seconds, running it milliseconds. It is on by default before PostgreSQL 19.
  jit: "off",
  // PostgreSQL chooses between custom and generic plans.
  plan_cache_mode: "auto",
  // After a wait for a lock, rows are read as they are then. Nothing here needs a stricter level.
  default_transaction_isolation: "read committed",
  // The process that opened a connection also closes it.
  idle_session_timeout: "0",
  // The text formats of values.
  TimeZone: "UTC",
  DateStyle: "ISO, MDY",
  IntervalStyle: "postgres",
  bytea_output: "hex",
  extra_float_digits: "1",
  standard_conforming_strings: "on",
  array_nulls: "on",
};

const OF_REQUESTS: Settings = { statement_timeout: "5000", lock_timeout: "2000", idle_in_transaction_session_timeout: "10000" };

export const READ_ONLY: Settings = { default_transaction_read_only: "on" };

/** For shared connections: a statement that must wait for a lock is repeated on another one. */
export const SHORT_LOCK_TIMEOUT: Settings = { lock_timeout: "10" };

/** The job library has its own timeouts, and its migrations may be slow. */
const OF_JOBS: Settings = { statement_timeout: "0", lock_timeout: "0", idle_in_transaction_session_timeout: "0" };

/** `schema`: the search path. */
export function requestSettings(schema: string): Settings {
  return { ...ALWAYS, ...OF_REQUESTS, search_path: schema };
}

export function jobSettings(schema: string): Settings {
  return { ...ALWAYS, ...OF_JOBS, search_path: schema };
}

/** As the startup parameter `options`. */
export function asOptions(settings: Settings): string {
  return Object.entries(settings)
    .map(([name, value]) => `-c ${name}=${value.replace(/[\\\s]/g, "\\$&")}`)
    .join(" ");
}
