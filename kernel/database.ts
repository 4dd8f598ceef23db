// The only file that knows the driver. Statements are prepared and pipelined; transactions have connections of their own.
import postgres from "postgres";
import type { Sql } from "./sql.ts";

/** Where statements go: the database itself, or one transaction. */
export interface Db {
  many<Row>(statement: Sql): Promise<Row[]>;
  /** The only row. None, or more than one, is a bug in the statement. */
  one<Row>(statement: Sql): Promise<Row>;
  maybeOne<Row>(statement: Sql): Promise<Row | undefined>;
  /** How many rows the statement touched. */
  run(statement: Sql): Promise<number>;
}

export interface Database extends Db {
  /** Runs the work in one transaction, again from its start after a serialization failure or deadlock. */
  transaction<T>(work: (tx: Db) => Promise<T>): Promise<T>;
  /** For single statements that may wait for a lock: on the pipelined connections they would hold up everybody behind them. */
  readonly patient: Db;
  /** Statements sent so far; tests and benchmarks count round trips with it. */
  readonly roundTrips: number;
  /** Statements sent and not yet answered, and transactions waiting or running. */
  readonly pending: number;
  close(): Promise<void>;
}

export interface DatabaseOptions {
  url: string;
  /** The schema in which unqualified names are looked up. */
  schema: string;
  /** Most connections to open; 0 leaves the limit to the server. */
  maxConnections: number;
  /** Shown in `pg_stat_activity`. */
  name: string;
  onError?: (sqlstate: string) => void;
  onClose?: () => void;
}

/** The database cannot serve this statement now. Whether the statement took effect may be unknown. */
export class DatabaseAway extends Error {
  override name = "DatabaseAway";
}

const PIPELINED_CONNECTIONS = 4;
const POSTGRES_DEFAULT_CONNECTIONS = 100;
const MOST_PENDING = 5_000;
const LONGEST_WAIT_FOR_CONNECTION_MS = 2_000;
const TRIES = 4;
const SESSION = { statement_timeout: 5_000, lock_timeout: 2_000, idle_in_transaction_session_timeout: 10_000 };

export function openDatabase(options: DatabaseOptions): Database {
  const most = options.maxConnections || PIPELINED_CONNECTIONS + POSTGRES_DEFAULT_CONNECTIONS;
  const pipelinedConnections = Math.max(1, Math.min(PIPELINED_CONNECTIONS, Math.floor(most / 2)));
  const pipelined = openPool(options, pipelinedConnections);
  // One connection in all: both kinds share it, and a transaction makes the others wait.
  const exclusive = most === 1 ? pipelined : openPool(options, most - pipelinedConnections);
  const load = { roundTrips: 0, pending: 0 };

  async function counted<T>(work: () => Promise<T>): Promise<T> {
    if (load.pending >= MOST_PENDING) throw new DatabaseAway("too many statements are waiting");
    load.pending++;
    try {
      return await work();
    } catch (error) {
      throw translate(error, options.onError);
    } finally {
      load.pending--;
    }
  }

  function through(connection: Connection, again: typeof retried): Db {
    const send = (statement: Sql) =>
      again(() => {
        load.roundTrips++;
        const values = statement.values.map((value) => connection.typed(value as never, SERVER_DECIDES));
        return connection.unsafe(statement.text, values, PREPARED);
      });
    return {
      many: async <Row>(statement: Sql) => [...(await send(statement))] as Row[],
      one: async <Row>(statement: Sql) => only<Row>(await send(statement)),
      maybeOne: async <Row>(statement: Sql) => atMostOne<Row>(await send(statement)),
      run: async (statement: Sql) => (await send(statement)).count,
    };
  }

  const alone = <T>(work: () => Promise<T>) => counted(() => retried(work));
  return {
    ...through(pipelined, alone),
    patient: through(exclusive, alone),
    transaction: (work) =>
      counted(() =>
        retried(() => {
          load.roundTrips += 2;
          return transaction(exclusive, (connection) => work(through(connection, (send) => send())));
        }),
      ),
    get roundTrips() {
      return load.roundTrips;
    },
    get pending() {
      return load.pending;
    },
    close: async () => {
      options.onClose?.();
      await Promise.all([pipelined.end({ timeout: 5 }), exclusive === pipelined || exclusive.end({ timeout: 5 })]);
    },
  };
}

type Connection = Pick<postgres.Sql, "unsafe" | "typed">;

// The driver would send a statement without parameters unprepared; `simple` is missing from its types.
const PREPARED = { prepare: true, simple: false };

/** Leaves parameter types to the server, so that one statement is prepared once whatever JavaScript types its values have. */
const SERVER_DECIDES = 0;

function openPool(options: DatabaseOptions, max: number): postgres.Sql {
  return postgres(options.url, {
    max,
    connection: { ...SESSION, search_path: options.schema, application_name: options.name, timezone: "UTC" },
    connect_timeout: 5,
    idle_timeout: 60,
    backoff: () => 0.1,
    onnotice: () => {},
    types: {
      int8: { to: 20, from: [20], serialize: String, parse: safeInteger },
      // A day has no time of day: it stays the text YYYY-MM-DD.
      day: { to: 1082, from: [1082], serialize: String, parse: String },
    },
  }) as unknown as postgres.Sql;
}

function safeInteger(text: string): number {
  const value = Number(text);
  if (!Number.isSafeInteger(value)) throw new RangeError("an int8 of the database is past the safe integers");
  return value;
}

/** Like the driver's `begin`, but gives up when no connection comes free in time. */
async function transaction<T>(pool: postgres.Sql, work: (connection: Connection) => Promise<T>): Promise<T> {
  const tooLate = Promise.withResolvers<never>();
  let expired = false;
  const timer = setTimeout(() => {
    expired = true;
    tooLate.reject(new DatabaseAway("no connection came free in time"));
  }, LONGEST_WAIT_FOR_CONNECTION_MS);
  const begun = pool.begin((connection) => {
    clearTimeout(timer);
    if (expired) throw new DatabaseAway("the caller no longer waits");
    return work(connection);
  }) as Promise<T>;
  begun.catch(() => {});
  try {
    return await Promise.race([begun, tooLate.promise]);
  } finally {
    clearTimeout(timer);
  }
}

const SERIALIZATION_FAILURE = "40001";
const DEADLOCK = "40P01";

async function retried<T>(work: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work();
    } catch (error) {
      const code = sqlstateOf(error);
      if ((code !== SERIALIZATION_FAILURE && code !== DEADLOCK) || attempt === TRIES) throw error;
      await new Promise((resolve) => setTimeout(resolve, Math.random() * 20 * attempt));
    }
  }
}

/** SQLSTATE classes and driver codes that say "not now": connection trouble, resources, shutdown, conflicts that outlived their retries. */
const AWAY =
  /^(08...|53...|57P0[1-5]|57014|58...|55P03|25P03|40...|CONNECT\w*|CONNECTION_\w+|E(CONN\w+|PIPE|HOSTUNREACH|NETUNREACH|TIMEDOUT|NOTFOUND|AI_AGAIN))$/;

function translate(error: unknown, onError: DatabaseOptions["onError"]): unknown {
  const code = sqlstateOf(error);
  if (code) onError?.(code);
  return code && AWAY.test(code) ? new DatabaseAway(`the database is away (${code})`, { cause: error }) : error;
}

/** The SQLSTATE of a server error, or the driver's own code. */
export function sqlstateOf(error: unknown): string | undefined {
  const code = error instanceof Error && "code" in error ? error.code : undefined;
  return typeof code === "string" ? code : undefined;
}

function only<Row>(rows: readonly unknown[]): Row {
  if (rows.length !== 1) throw new Error(`one row was expected, ${rows.length} came`);
  return rows[0] as Row;
}

function atMostOne<Row>(rows: readonly unknown[]): Row | undefined {
  return rows.length === 0 ? undefined : only<Row>(rows);
}
