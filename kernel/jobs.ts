// Background work, kept in PostgreSQL by graphile-worker: a job is added by the statement that needs it, so it exists exactly if that commits.
import { EventEmitter } from "node:events";
import { Logger, parseCrontab, type Runner, run, runMigrations, type WorkerEvents } from "graphile-worker";
import pg from "pg";
import type { Log } from "./log/log.ts";
import { reachableConfig } from "./sql/client.ts";
import { mayNotCreate } from "./sql/migrate.ts";
import { jobSettings } from "./sql/session.ts";
import { Sql, sql, trusted } from "./sql/sql.ts";

export interface JobOptions {
  /** Not before this moment. */
  runAt?: Date;
  /** A second job with this key replaces the first while that has not begun. */
  key?: string;
  maxAttempts?: number;
}

/** The schema of a service's jobs: beside its own, because the queue's library migrates it. */
export function jobSchema(schema: string): string {
  return `${schema}_jobs`;
}

/**
 * A call that adds a job, for use inside a statement: ``sql`select ${addJob("auth", "mail", payload)}` ``.
 * In a CTE, read the CTE: PostgreSQL never runs a select that nothing reads, and the job would silently be missing.
 */
export function addJob(schema: string, task: string, payload: Sql | object, options: JobOptions = {}): Sql {
  const json = payload instanceof Sql ? payload : sql`${payload}::json`;
  return sql`${trusted(jobSchema(schema))}.add_job(
    identifier => ${task}::text,
    payload => ${json},
    run_at => ${options.runAt ?? null}::timestamptz,
    max_attempts => ${options.maxAttempts ?? null}::int,
    job_key => ${options.key ?? null}::text)`;
}

/** What a job does with its payload. Throwing puts the job back, to be tried again later and later. */
export type Task = (payload: unknown) => Promise<void>;

export interface WorkerOptions {
  url: string;
  schema: string;
  tasks: Record<string, Task>;
  /** Lines of a crontab: `0 3 * * * task`. Each runs once over all replicas. */
  cron?: string;
  log: Log;
}

export interface Worker {
  /** Lets running jobs finish. */
  stop(): Promise<void>;
}

/** Jobs mostly wait for others; some that wait for one that hangs must leave room for the rest. */
const CONCURRENT_JOBS = 8;
const WORKER_CONNECTIONS = 10;
/** Else the library does not wait for its word on how a job ended, and a database that is away just then ends the process. */
const REPORTED_IN_BATCHES = { completeJobBatchDelay: 0, failJobBatchDelay: 0 };
const RESTART_AFTER_MS = 1_000;
const EXIT_AFTER_MIGRATION = 57;
/** The library counts wrongly when two such words fail at once, and then never comes to an end. */
const LONGEST_END_MS = 5_000;
const LONGEST_CLOSE_MS = 2_000;
/** Connections that nobody answers would take up the whole pool for good: by default, connecting waits for ever. */
const TIMEOUTS = { connectionTimeoutMillis: 5_000, keepAlive: true, keepAliveInitialDelayMillis: 10_000 };

/** SQLSTATE of a right that the user lacks. */
const MAY_NOT = "42501";

/** Creates or updates the tables of the queue. */
export async function migrateJobs(url: string, schema: string, log: Log): Promise<void> {
  const pool = await openPool(url, schema, 1, log);
  try {
    await runMigrations({ pgPool: pool, schema: jobSchema(schema), logger: loggerFor(log) });
  } catch (error) {
    throw (error as { code?: unknown }).code === MAY_NOT ? mayNotCreate(jobSchema(schema)) : error;
  } finally {
    await closePool(pool);
  }
}

/** What works until the database fails it; then another replaces it. */
interface WorkerRun {
  runner: Runner;
  pool: pg.Pool;
  /** Resolves with the reason when it works no more. */
  over: Promise<unknown>;
}

/** Works off jobs until stopped, whatever the database does meanwhile. */
export async function startWorker({ url, schema, tasks, cron = "", log }: WorkerOptions): Promise<Worker> {
  let stopping = false;
  let shift = await begin();

  async function begin(): Promise<WorkerRun> {
    const pool = await openPool(url, schema, WORKER_CONNECTIONS, log);
    const events: WorkerEvents = new EventEmitter();
    const broken = new Promise<unknown>((resolve) => {
      events.once("pool:fatalError", ({ error }) => setTimeout(resolve, LONGEST_END_MS, error).unref());
      failureAtFirst(events).then(resolve);
    });
    const started = run({
      pgPool: pool,
      schema: jobSchema(schema),
      taskList: Object.fromEntries(Object.entries(tasks).map(([name, task]) => [name, (payload: unknown) => task(payload)])),
      parsedCronItems: parseCrontab(cron),
      concurrency: CONCURRENT_JOBS,
      noHandleSignals: true,
      preset: { worker: REPORTED_IN_BATCHES },
      events,
      logger: loggerFor(log),
    });
    const runner = await started.catch(async (error) => {
      await closePool(pool);
      throw error;
    });
    const over = Promise.race([runner.promise, broken]).then(
      (reason) => reason,
      (error: unknown) => error,
    );
    over.then(async (reason) => {
      if (stopping) return;
      // One that hangs would go on adding the jobs of its crontab.
      runner.stop().catch(() => {});
      void closePool(pool);
      await beginAgain(reason);
    });
    return { runner, pool, over };
  }

  async function beginAgain(reason: unknown): Promise<void> {
    if (stopping) return;
    // The library stops when it hears of new tables of any queue, the other service's as well, and would have the process end as failed.
    if (process.exitCode === EXIT_AFTER_MIGRATION) process.exitCode = undefined;
    log.warn({ err: reason }, "the job worker stopped and starts again");
    await new Promise((resolve) => setTimeout(resolve, RESTART_AFTER_MS));
    if (stopping) return;
    await begin().then((begun) => {
      shift = begun;
    }, beginAgain);
  }

  return {
    stop: async () => {
      stopping = true;
      await Promise.race([shift.runner.stop().catch(() => {}), shift.over]);
      await closePool(shift.pool);
    },
  };
}

/**
 * The library asks once for the numbers of its tasks, and keeps the answer, be it a failure: a worker that begins while the database is
 * away would never find a job. Resolves if that is so.
 */
function failureAtFirst(events: WorkerEvents): Promise<unknown> {
  const { promise, resolve } = Promise.withResolvers<unknown>();
  const fail = ({ error }: { error: unknown }) => resolve(error);
  events.once("worker:getJob:error", fail);
  for (const event of ["worker:getJob:empty", "job:start"] as const)
    events.once(event, () => events.off("worker:getJob:error", fail));
  return promise;
}

/**
 * A pool of ours, because the library forgets its own: it stops listening for errors while connections are still closing, and a database
 * that ends in that moment would take the process with it.
 */
async function openPool(url: string, schema: string, max: number, log: Log): Promise<pg.Pool> {
  const note = (err: Error) => log.debug({ err }, "a connection of the job queue broke");
  const config = await reachableConfig({ url, settings: jobSettings(jobSchema(schema)), name: `${schema} jobs` });
  return new JobPool({ ...config, max, ...TIMEOUTS }).on("error", note).on("connect", (client) => client.on("error", note));
}

/**
 * Where the connection that the library listens on breaks while the library stops, it gives that back twice. The pool would throw at the second time
 * where nobody catches it, and the process would end.
 */
class JobPool extends pg.Pool {
  override connect(): Promise<pg.PoolClient>;
  override connect(callback: Connected): void;
  override connect(callback?: Connected): Promise<pg.PoolClient> | undefined {
    if (!callback) return super.connect();
    super.connect((error, client, done) => {
      // Where there is no connection, there is nothing to give back.
      let isBack = client === undefined;
      callback(error, client, (broken) => {
        if (!isBack) done(broken);
        isBack = true;
      });
    });
    return undefined;
  }
}

type Connected = (error: Error | undefined, client: pg.PoolClient | undefined, done: (broken?: Error | boolean) => void) => void;

/** Waits until its connections are closed, unless one never comes back. */
async function closePool(pool: pg.Pool): Promise<void> {
  if (pool.ending) return;
  const waited = Promise.withResolvers<void>();
  const timer = setTimeout(waited.resolve, LONGEST_CLOSE_MS);
  await Promise.race([pool.end(), waited.promise]);
  clearTimeout(timer);
}

const LEVELS = { error: "error", warning: "warn", info: "debug", debug: "trace" } as const;

/** The library's lines, a level lower than it thinks: a job that starts or ends is nothing to tell an operator. */
function loggerFor(log: Log): Logger {
  return new Logger(() => (level, message) => log[LEVELS[level]]({}, message));
}
