// The services' view of PostgreSQL: statements, transactions, and its unavailability.
import { setTimeout as sleep } from "node:timers/promises";
import type { Answer, Connection, ConnectionOptions } from "./connection.ts";
import { lendConnections, shareConnections } from "./connection_pool.ts";
import { DatabaseAway } from "./database_away.ts";
import { READ_ONLY, SHORT_LOCK_TIMEOUT } from "./session.ts";
import { type Sql, sql } from "./sql.ts";
import { isConflict, isLockTimeout, isOfAborted, isStalePlan, isUnavailable, sqlstateOf } from "./sqlstate.ts";

export { DatabaseAway } from "./database_away.ts";

/** The database itself, or one transaction. */
export interface Db {
  many<Row>(statement: Sql): Promise<Row[]>;
  /** The only row. None or several are a bug. */
  one<Row>(statement: Sql): Promise<Row>;
  maybeOne<Row>(statement: Sql): Promise<Row | undefined>;
  /** Returns the number of affected rows. */
  run(statement: Sql): Promise<number>;
}

/**
 * Single statements share connections: reads on a read-only one, writes on one that never waits for locks. A statement that must
 * wait is repeated on its own connection, which `run` always uses.
 */
export interface Database extends Db {
  /** Runs the work in one transaction, and repeats it after a serialization failure or deadlock. */
  transaction<T>(work: (tx: Db) => Promise<T>): Promise<T>;
  /**
   * Several statements in order, pipelined. Others may interleave, so none may be slow, and one that must wait for a lock fails
   * (`isLockTimeout`).
   */
  onSharedConnection<T>(work: (db: Db) => Promise<T>): Promise<T>;
  /** The same on an exclusive connection. */
  onOneConnection<T>(work: (db: Db) => Promise<T>): Promise<T>;
  /** Statements sent so far, for tests and benchmarks. */
  readonly roundTrips: number;
  /** Called before each statement is sent, for tests. */
  observer: ((statement: Sql) => void) | undefined;
  /** Statements and transactions that run or wait for a connection. */
  readonly pending: number;
  close(): Promise<void>;
}

export interface DatabaseOptions extends ConnectionOptions {
  /** Most connections to open; 0 means no limit. */
  maxConnections: number;
  /** Of the connections that one transaction uses at a time, most that stay open unused; absent means no limit. */
  maxIdleConnections?: number | undefined;
  /** How long they stay open unused; absent means a minute. */
  idleSeconds?: number | undefined;
  onError?: (sqlstate: string) => void;
  onClose?: () => void;
}

/** For each of the two kinds. */
const SHARED_CONNECTIONS = 4;
const NO_LIMIT = 1_000;
const MOST_PENDING = 5_000;
const LONGEST_CLOSE_MS = 5_000;

export function openDatabase(options: DatabaseOptions): Database {
  const most = options.maxConnections || NO_LIMIT;
  // At least a quarter remains for transactions.
  const reading = Math.min(SHARED_CONNECTIONS, Math.floor(most / 2));
  const writing = Math.min(SHARED_CONNECTIONS, Math.floor(most / 4));
  const readers = shareConnections({ ...options, settings: { ...options.settings, ...READ_ONLY } }, reading);
  const writers = shareConnections({ ...options, settings: { ...options.settings, ...SHORT_LOCK_TIMEOUT } }, writing);
  const exclusive = lendConnections(options, {
    most: most - reading - writing,
    mostIdle: options.maxIdleConnections,
    idleSeconds: options.idleSeconds,
  });
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
    // Later statements would otherwise run outside of any transaction.
    if (notBegun !== undefined) throw notBegun;
    try {
      return await send(statement);
    } catch (error) {
      firstFailure ??= error;
      throw error;
    }
  });
  // Not awaited: the first statement is pipelined behind it.
  const begun = send(sql`begin`);
  begun.catch((error) => {
    notBegun = error;
  });
  try {
    const result = await work(tx);
    over = true;
    await begun;
    const { command } = await send(sql`commit`);
    // PostgreSQL answers this when a statement failed and the work ignored that.
    if (command === "ROLLBACK") throw new Error("the transaction was rolled back because a statement in it had failed");
    return result;
  } catch (error) {
    over = true;
    // A connection whose transaction cannot be ended is closed.
    if (connection.open) await send(sql`rollback`).catch(() => connection.close());
    // A pipelined statement behind the failed one may be reported first, with an error that says nothing new.
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
  return code && isUnavailable(code) ? new DatabaseAway(`the database is away (${code})`, { cause: error }) : error;
}

function only<Row>({ rows }: Answer): Row {
  if (rows.length !== 1) throw new Error(`one row was expected, ${rows.length} came`);
  return rows[0] as Row;
}

function atMostOne<Row>(answer: Answer): Row | undefined {
  return answer.rows.length === 0 ? undefined : only<Row>(answer);
}
