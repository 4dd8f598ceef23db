// Server settings that an operator should know of, because our connections cannot or should not change them.

/** `pg_settings.setting` by name. */
export type ServerSettings = ReadonlyMap<string, string>;

export interface SettingFinding {
  /** `fsync = off` */
  setting: string;
  kind: "losesWrites" | "refusesWrites" | "slow" | "ends";
  advice: string;
}

interface Rule {
  isWrong(value: string): boolean;
  kind: SettingFinding["kind"];
  advice: string;
}

const isOff = (value: string) => value === "off";
const isOn = (value: string) => value === "on";
const losesWrites: Rule = {
  isWrong: isOff,
  kind: "losesWrites",
  advice: "acknowledged writes can be lost in a crash; turn it on",
};
const growsSlow: Rule = { isWrong: isOff, kind: "slow", advice: "tables grow, and statements become slow; turn it on" };

/** For one replica of each service with its background jobs. */
const FEWEST_CONNECTIONS = 50;
const BUFFER_BYTES = 8192;
const SMALLEST_BUFFERS = 128 * 2 ** 20;

const RULES: Readonly<Record<string, Rule>> = {
  fsync: losesWrites,
  full_page_writes: losesWrites,
  synchronous_commit: losesWrites,
  transaction_read_only: {
    isWrong: isOn,
    kind: "refusesWrites",
    advice: "it is a standby, or default_transaction_read_only is on; use a server that accepts writes",
  },
  autovacuum: growsSlow,
  track_counts: growsSlow,
  max_connections: {
    isWrong: (value) => Number(value) < FEWEST_CONNECTIONS,
    kind: "slow",
    advice: `one replica of each service may need ${FEWEST_CONNECTIONS}; raise it, or limit DB_MAX_POOL_SIZE`,
  },
  shared_buffers: {
    isWrong: (value) => Number(value) * BUFFER_BYTES < SMALLEST_BUFFERS,
    kind: "slow",
    advice: "in pages of 8 kB, less than PostgreSQL's own default of 16384; raise it",
  },
  // PostgreSQL before 17 lacks it, so connections cannot set it.
  transaction_timeout: {
    isWrong: (value) => value !== "0",
    kind: "ends",
    advice: "in milliseconds: checks of rows and sums may take longer, and then fail; set it to 0 for this role",
  },
};

export const CHECKED_SETTINGS: readonly string[] = Object.keys(RULES);

export function checkSettings(settings: ServerSettings): SettingFinding[] {
  return Object.entries(RULES).flatMap(([name, { isWrong, kind, advice }]) => {
    const value = settings.get(name);
    return value !== undefined && isWrong(value) ? [{ setting: `${name} = ${value}`, kind, advice }] : [];
  });
}
