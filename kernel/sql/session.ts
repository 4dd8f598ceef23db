// The settings of a session. Each of ours brings them along when it connects, so that a statement means the same and costs the same
// whatever the server's owner has set for the server, the database, the role, or in the URL.

export type Settings = Readonly<Record<string, string>>;

/** By their names in `pg_settings`, and as that shows them. */
const ALWAYS: Settings = {
  // Compiling a large statement takes seconds, running it milliseconds. PostgreSQL before 19 does it by default.
  jit: "off",
  // A statement prepared once has the plan that suits its values until a plan for any values is seen to be as good.
  plan_cache_mode: "auto",
  // Rows that were locked after a wait are read as they are then. Conflicts are retried, but nothing here needs more than this.
  default_transaction_isolation: "read committed",
  // Connections are kept; whoever opened them ends them.
  idle_session_timeout: "0",
  // How values are written and read as text.
  TimeZone: "UTC",
  DateStyle: "ISO, MDY",
  IntervalStyle: "postgres",
  bytea_output: "hex",
  extra_float_digits: "1",
  standard_conforming_strings: "on",
  array_nulls: "on",
};

/** No request is worth waiting longer for. */
const OF_REQUESTS: Settings = { statement_timeout: "5000", lock_timeout: "2000", idle_in_transaction_session_timeout: "10000" };

export const READ_ONLY: Settings = { default_transaction_read_only: "on" };

/** Where others wait behind: a lock that is not free at once, or a moment later, is waited for elsewhere. */
export const SHORT_LOCK_TIMEOUT: Settings = { lock_timeout: "10" };

/** The queue's library has its own ideas of when to give up, and its migrations take their time. */
const OF_JOBS: Settings = { statement_timeout: "0", lock_timeout: "0", idle_in_transaction_session_timeout: "0" };

/** `schema`: where unqualified names are looked up. */
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
