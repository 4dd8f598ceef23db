// Background jobs in PostgreSQL, by graphile-worker. The statement that needs a job adds it, so both commit together.
import { EventEmitter } from "node:events";
import { Logger, parseCrontab, type Runner, run, runMigrations, type WorkerEvents } from "graphile-worker";
import pg from "pg";
import type { Log } from "./log/log.ts";
import { reachableConfig } from "./sql/client.ts";
import { mayNotCreate } from "./sql/migrate.ts";
import { jobSettings } from "./sql/session.ts";
import { Sql, sql, trusted } from "./sql/sql.ts";

export interface JobOptions {
  runAt?: Date;
  /** A later job with the same key replaces an earlier one that has not begun. */
  key?: string;
  maxAttempts?: number;
}

/**
 * An SQL call that adds a job: ``sql`select ${addJob("auth_jobs", "mail", payload)}` ``. A CTE with it must be read, or PostgreSQL
 * skips it.
 */
export function addJob(schema: string, task: string, payload: Sql | object, options: JobOptions = {}): Sql {
  const json = payload instanceof Sql ? payload : sql`${payload}::json`;
  return sql`${trusted(schema)}.add_job(
    identifier => ${task}::text,
    payload => ${json},
    run_at => ${options.runAt ?? null}::timestamptz,
    max_attempts => ${options.maxAttempts ?? null}::int,
    job_key => ${options.key ?? null}::text)`;
}

/** Five fields, such as `0 3 * * *`. Times are in UTC. */
export function isCrontab(fields: string): boolean {
  if (!/^\S+( \S+){4}$/.test(fields)) return false;
  try {
    return parseCrontab(`${fields} task`).length === 1;
  } catch {
    return false;
  }
}

/** Runs a job. If it throws, the job is retried with growing delays. */
export type Task = (payload: unknown) => Promise<void>;

export interface WorkerOptions {
  url: string;
  schema: string;
  tasks: Record<string, Task>;
  /** Lines of a crontab: `0 3 * * * task`. Each runs once for all replicas. */
  cron?: string;
  log: Log;
}

export interface Worker {
  /** Waits for running jobs. */
  stop(): Promise<void>;
}

/** Jobs mostly wait for others. Some that hang must leave room for the rest. */
const CONCURRENT_JOBS = 8;
const WORKER_CONNECTIONS = 10;
/** Otherwise the library does not await its report of a job, and an unavailable database would end the process. */
const REPORTED_IN_BATCHES = { completeJobBatchDelay: 0, failJobBatchDelay: 0 };
const RESTART_AFTER_MS = 1_000;
const EXIT_AFTER_MIGRATION = 57;
/** The library never ends after two failed reports at once, because it counts them wrongly. */
const LONGEST_END_MS = 5_000;
const LONGEST_CLOSE_MS = 2_000;
/** By default connecting waits for ever, and dead connections would use up the pool. */
const TIMEOUTS = { connectionTimeoutMillis: 5_000, keepAlive: true, keepAliveInitialDelayMillis: 10_000 };

/** SQLSTATE of insufficient privilege. */
const MAY_NOT = "42501";

/** Creates the library's list of its migrations, where the rest comes later. */
export async function claimJobSchema(url: string, schema: string, log: Log): Promise<void> {
  const pool = await openPool(url, schema, 1, log);
  try {
    await createHistory(pool, schema);
  } finally {
    await closePool(pool);
  }
}

/** Creates or updates the tables of the queue. */
export async function migrateJobs(url: string, schema: string, log: Log): Promise<void> {
  const pool = await openPool(url, schema, 1, log);
  try {
    await createHistory(pool, schema);
    await runMigrations({ pgPool: pool, schema, logger: loggerFor(log) });
  } catch (error) {
    throw (error as { code?: unknown }).code === MAY_NOT ? mayNotCreate(schema) : error;
  } finally {
    await closePool(pool);
  }
}

/**
 * The library's own table, in a schema that exists: without it the library would create the schema, which takes a right on the whole
 * database even where it is there.
 */
async function createHistory(pool: pg.Pool, schema: string): Promise<void> {
  const { rows } = await pool.query("select from pg_namespace where nspname = $1", [schema]);
  if (rows.length === 0) return;
  await pool.query(
    `create table if not exists ${schema}.migrations (
       id int primary key, ts timestamptz not null default now(), breaking boolean not null default false)`,
  );
}

/** A worker that runs until the database fails; then another replaces it. */
interface WorkerRun {
  runner: Runner;
  pool: pg.Pool;
  /** Resolves with the reason of its end. */
  over: Promise<unknown>;
}

/** Runs jobs until stopped, and survives failures of the database. */
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
      schema,
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
      // A hanging run would go on adding jobs of its crontab.
      runner.stop().catch(() => {});
      void closePool(pool);
      await beginAgain(reason);
    });
    return { runner, pool, over };
  }

  async function beginAgain(reason: unknown): Promise<void> {
    if (stopping) return;
    // The library stops when any queue, also another service's, gets new tables, and sets a failing exit code.
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
 * The library reads its task ids once and keeps even a failure, so such a worker would never find a job. Resolves in that case.
 */
function failureAtFirst(events: WorkerEvents): Promise<unknown> {
  const { promise, resolve } = Promise.withResolvers<unknown>();
  const fail = ({ error }: { error: unknown }) => resolve(error);
  events.once("worker:getJob:error", fail);
  for (const event of ["worker:getJob:empty", "job:start"] as const)
    events.once(event, () => events.off("worker:getJob:error", fail));
  return promise;
}

/** Our own pool, because the library stops listening for errors of its pool too early, and a late one would end the process. */
async function openPool(url: string, schema: string, max: number, log: Log): Promise<pg.Pool> {
  const note = (err: Error) => log.debug({ err }, "a connection of the job queue broke");
  const config = await reachableConfig({ url, settings: jobSettings(schema), name: `jobs in ${schema}` });
  return new JobPool({ ...config, max, ...TIMEOUTS }).on("error", note).on("connect", (client) => client.on("error", note));
}

/** The library may release its listening connection twice while it stops. The pool would then throw an uncaught error. */
class JobPool extends pg.Pool {
  override connect(): Promise<pg.PoolClient>;
  override connect(callback: Connected): void;
  override connect(callback?: Connected): Promise<pg.PoolClient> | undefined {
    if (!callback) return super.connect();
    super.connect((error, client, done) => {
      // Without a connection there is nothing to release.
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

/** Waits until all connections are closed, except one that is never released. */
async function closePool(pool: pg.Pool): Promise<void> {
  if (pool.ending) return;
  const waited = Promise.withResolvers<void>();
  const timer = setTimeout(waited.resolve, LONGEST_CLOSE_MS);
  await Promise.race([pool.end(), waited.promise]);
  clearTimeout(timer);
}

const LEVELS = { error: "error", warning: "warn", info: "debug", debug: "trace" } as const;

/** The library's log lines one level lower: starts and ends of jobs do not matter to an operator. */
function loggerFor(log: Log): Logger {
  return new Logger(() => (level, message) => log[LEVELS[level]]({}, message));
}
