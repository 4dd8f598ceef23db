// What the services know of PostgreSQL: statements, transactions, and that it may be away.
import { setTimeout as sleep } from "node:timers/promises";
import type { Answer, Connection, ConnectionOptions } from "./connection.ts";
import { lendConnections, shareConnections } from "./connection_pool.ts";
import { DatabaseAway } from "./database_away.ts";
import { READ_ONLY, SHORT_LOCK_TIMEOUT } from "./session.ts";
import { type Sql, sql } from "./sql.ts";
import { isConflict, isLockTimeout, isOfAborted, isStalePlan, saysNotNow, sqlstateOf } from "./sqlstate.ts";

export { DatabaseAway } from "./database_away.ts";

/** Where statements go: the database itself, or one transaction. */
export interface Db {
  many<Row>(statement: Sql): Promise<Row[]>;
  /** The only row. None, or more than one, is a bug in the statement. */
  one<Row>(statement: Sql): Promise<Row>;
  maybeOne<Row>(statement: Sql): Promise<Row | undefined>;
  /** How many rows the statement touched. */
  run(statement: Sql): Promise<number>;
}

/**
 * Outside of a transaction each statement is one of its own. Many share a connection: what only reads, one on which PostgreSQL refuses to
 * write or to lock rows; what writes, one on which it refuses to wait for a lock. A statement that would have to wait is sent again on a
 * connection of its own, as `run` always has one: what waits, or takes long, holds up nobody.
 */
export interface Database extends Db {
  /** Runs the work in one transaction, again from its start after a serialization failure or deadlock. */
  transaction<T>(work: (tx: Db) => Promise<T>): Promise<T>;
  /**
   * Several statements in their order; those that are sent at once travel together. Others' may come in between, so none of them may take
   * long, and one that would have to wait for a lock fails (`isLockTimeout`).
   */
  onSharedConnection<T>(work: (db: Db) => Promise<T>): Promise<T>;
  /** The same on a connection that nobody else has. */
  onOneConnection<T>(work: (db: Db) => Promise<T>): Promise<T>;
  /** Statements sent so far; tests and benchmarks count round trips with it. */
  readonly roundTrips: number;
  /** Hears of each statement before it is sent, so that a test can look at them all. */
  observer: ((statement: Sql) => void) | undefined;
  /** Statements and transactions under way or waiting for a connection. */
  readonly pending: number;
  close(): Promise<void>;
}

export interface DatabaseOptions extends ConnectionOptions {
  /** Most connections to open; 0 leaves the limit to the server. */
  maxConnections: number;
  onError?: (sqlstate: string) => void;
  onClose?: () => void;
}

/** Of each of the two kinds. */
const SHARED_CONNECTIONS = 4;
const NO_LIMIT = 1_000;
const MOST_PENDING = 5_000;
const LONGEST_CLOSE_MS = 5_000;

export function openDatabase(options: DatabaseOptions): Database {
  const most = options.maxConnections || NO_LIMIT;
  // At least a quarter of them is left for transactions.
  const reading = Math.min(SHARED_CONNECTIONS, Math.floor(most / 2));
  const writing = Math.min(SHARED_CONNECTIONS, Math.floor(most / 4));
  const readers = shareConnections({ ...options, settings: { ...options.settings, ...READ_ONLY } }, reading);
  const writers = shareConnections({ ...options, settings: { ...options.settings, ...SHORT_LOCK_TIMEOUT } }, writing);
  const exclusive = lendConnections(options, most - reading - writing);
  const admission = openAdmission(options.onError);
  const { admit } = admission;

  function counted(connection: Connection, statement: Sql): Promise<Answer> {
    database.roundTrips++;
    database.observer?.(statement);
    return connection.send(statement);
  }

  const alone = (statement: Sql) => exclusive.use((connection) => counted(connection, statement));
  const read = (statement: Sql) => {
    const connection = readers.next();
    return connection ? counted(connection, statement) : alone(statement);
  };
  const write = async (statement: Sql) => {
    const connection = writers.next();
    if (!connection) return alone(statement);
    try {
      return await counted(connection, statement);
    } catch (error) {
      if (!isLockTimeout(error)) throw error;
      return alone(statement);
    }
  };
  const over = (connection: Connection) => dbOver((statement) => retried(() => counted(connection, statement)));
  const database: Database & { roundTrips: number } = {
    ...dbOver(
      (statement) => admit(() => retried(() => (statement.onlyReads ? read : write)(statement))),
      (statement) => admit(() => retried(() => alone(statement))),
    ),
    onSharedConnection: (work) =>
      admit(() => {
        const connection = writers.next();
        return connection ? work(over(connection)) : exclusive.use((own) => work(over(own)));
      }),
    onOneConnection: (work) => admit(() => exclusive.use((own) => work(over(own)))),
    observer: undefined,
    transaction: (work) =>
      admit(() => retried(() => exclusive.use((own) => inTransaction((statement) => counted(own, statement), own, work)))),
    roundTrips: 0,
    get pending() {
      return admission.pending;
    },
    close: async () => {
      options.onClose?.();
      const deadline = performance.now() + LONGEST_CLOSE_MS;
      while (admission.pending > 0 && performance.now() < deadline) await sleep(10);
      await Promise.all([readers.close(), writers.close(), exclusive.close()]);
    },
  };
  return database;
}

/** Every piece of work passes here: it is counted, refused when too much waits, its errors translated. */
function openAdmission(onError: DatabaseOptions["onError"]) {
  const admission = {
    pending: 0,
    async admit<T>(work: () => Promise<T>): Promise<T> {
      if (admission.pending >= MOST_PENDING) throw new DatabaseAway("too many statements are waiting");
      admission.pending++;
      try {
        return await work();
      } catch (error) {
        throw translate(error, onError);
      } finally {
        admission.pending--;
      }
    },
  };
  return admission;
}

type Send = (statement: Sql) => Promise<Answer>;

function dbOver(send: Send, sendToRun = send): Db {
  return {
    many: async <Row>(statement: Sql) => (await send(statement)).rows as Row[],
    one: async <Row>(statement: Sql) => only<Row>(await send(statement)),
    maybeOne: async <Row>(statement: Sql) => atMostOne<Row>(await send(statement)),
    run: async (statement: Sql) => (await sendToRun(statement)).count,
  };
}

async function inTransaction<T>(send: Send, connection: Connection, work: (tx: Db) => Promise<T>): Promise<T> {
  let over = false;
  let notBegun: unknown;
  let firstFailure: unknown;
  const tx = dbOver(async (statement) => {
    if (over) throw new Error("a statement came after the end of its transaction");
    // What follows the first answers would otherwise be written outside of any transaction.
    if (notBegun !== undefined) throw notBegun;
    try {
      return await send(statement);
    } catch (error) {
      firstFailure ??= error;
      throw error;
    }
  });
  // Not awaited: the first statement of the work travels right behind it.
  const begun = send(sql`begin`);
  begun.catch((error) => {
    notBegun = error;
  });
  try {
    const result = await work(tx);
    over = true;
    await begun;
    const { command } = await send(sql`commit`);
    // PostgreSQL answers so when an earlier statement failed and the work went on as if it had not.
    if (command === "ROLLBACK") throw new Error("the transaction was rolled back because a statement in it had failed");
    return result;
  } catch (error) {
    over = true;
    // A connection whose transaction cannot be ended is of no use to the next one.
    if (connection.open) await send(sql`rollback`).catch(() => connection.close());
    // Of statements that travel together, one behind the failed one may be heard of first, and says only that another failed.
    throw isOfAborted(error) ? (firstFailure ?? error) : error;
  }
}

const RETRIES = 3;

async function retried<T>(work: () => Promise<T>): Promise<T> {
  for (let retry = 1; ; retry++) {
    try {
      return await work();
    } catch (error) {
      if (!(isConflict(error) || isStalePlan(error)) || retry > RETRIES) throw error;
    }
    await sleep(Math.random() * 20 * retry);
  }
}

function translate(error: unknown, onError: DatabaseOptions["onError"]): unknown {
  const code = sqlstateOf(error);
  if (code) onError?.(code);
  return code && saysNotNow(code) ? new DatabaseAway(`the database is away (${code})`, { cause: error }) : error;
}

function only<Row>({ rows }: Answer): Row {
  if (rows.length !== 1) throw new Error(`one row was expected, ${rows.length} came`);
  return rows[0] as Row;
}

function atMostOne<Row>(answer: Answer): Row | undefined {
  return answer.rows.length === 0 ? undefined : only<Row>(answer);
}
