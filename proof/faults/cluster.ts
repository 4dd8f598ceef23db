// Our own durable PostgreSQL, which can be killed, stopped, paused and restarted.
import { chown, cp, mkdir, readdir, realpath, rename, rm, symlink } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { type Account, chooseAccount, openHome } from "../../kernel/embedded_postgres/account.ts";
import { installedBinaries, usableBinaries } from "../../kernel/embedded_postgres/binaries.ts";
import { createData, existingData, superuser } from "../../kernel/embedded_postgres/data.ts";
import { findPostmaster, RefusalError, type Server, startServer } from "../../kernel/embedded_postgres/process.ts";
import { openDatabase } from "../../kernel/sql/database.ts";
import { sql, trusted } from "../../kernel/sql/sql.ts";
import { timeUntil } from "../../kernel/testing/until.ts";
import { childrenOf, isRunning, signal } from "../harness/processes.ts";
import { CannotRun, HarnessFailed } from "./findings.ts";

export interface Cluster extends AsyncDisposable {
  /** Changes with each start. */
  readonly port: number;
  readonly pid: number;
  /** A direct connection, for the harness. */
  url(database?: string): string;
  start(): Promise<void>;
  /** Kills the server and all its processes at once. */
  kill(): Promise<void>;
  /** Like `pg_ctl stop` in these modes. */
  stop(mode: "fast" | "immediate"): Promise<void>;
  /** Pauses every process of the server while true. */
  hold(held: boolean): void;
  /** The process id of the WAL writer. */
  walWriter(): Promise<number>;
  createDatabase(name: string): Promise<void>;
}

/** Full durability, as operators should have it. */
const SETTINGS = {
  listen_addresses: "127.0.0.1",
  unix_socket_directories: "",
  max_connections: "120",
  shared_buffers: "64MB",
  fsync: "on",
  synchronous_commit: "on",
  full_page_writes: "on",
  jit: "off",
  timezone: "UTC",
  log_timezone: "UTC",
  log_checkpoints: "off",
  log_min_messages: "log",
};

const PASSWORD = "faults";
const LONGEST_END_MS = 20_000;

export interface ClusterOptions {
  folder: string;
  settings?: Record<string, string>;
  /** A separate file system for the write-ahead log. */
  walFolder?: string;
}

export async function openCluster({ folder, settings = {}, walFolder }: ClusterOptions): Promise<Cluster> {
  const options = await prepareCluster(folder, walFolder, { ...SETTINGS, ...settings });
  let server: Server | undefined;

  const running = (): Server => {
    if (!server) throw new HarnessFailed("the cluster does not run");
    return server;
  };
  const processes = () => [running().pid, ...childrenOf(running().pid)];
  const ended = async (pids: number[]) => {
    if ((await timeUntil(() => !pids.some(isRunning), LONGEST_END_MS)) === undefined)
      throw new HarnessFailed("PostgreSQL does not end");
    server = undefined;
  };
  const cluster: Cluster = {
    get port() {
      return running().port;
    },
    get pid() {
      return running().pid;
    },
    url: (database = "cofre") => `postgres://${superuser}:${PASSWORD}@127.0.0.1:${running().port}/${database}`,
    start: async () => {
      server = await startAgain(options);
    },
    kill: async () => {
      const all = processes();
      for (const pid of all) signal(pid, "SIGKILL");
      await ended(all);
    },
    stop: async (mode) => {
      const all = processes();
      signal(running().pid, mode === "fast" ? "SIGINT" : "SIGQUIT");
      await ended(all);
    },
    hold: (held) => {
      for (const pid of processes()) signal(pid, held ? "SIGSTOP" : "SIGCONT");
    },
    walWriter: () =>
      ask(cluster, async (db) => {
        const { pid } = await db.one<{ pid: number }>(sql`select pid from pg_stat_activity where backend_type = 'walwriter'`);
        return pid;
      }),
    createDatabase: (name) =>
      ask(cluster, async (db) => {
        await db.run(sql`create database ${trusted(name)}`);
      }),
    [Symbol.asyncDispose]: async () => {
      if (!server) return;
      cluster.hold(false);
      await cluster.stop("immediate");
    },
  };
  await cluster.start();
  await cluster.createDatabase("cofre");
  return cluster;
}

async function prepareCluster(folder: string, walFolder: string | undefined, settings: Record<string, string>) {
  await openHome(folder);
  const home = await realpath(folder);
  const account = await chooseAccount(home);
  const { bin, major } = await usableBinaries(installedBinaries(), home, account);
  await createData({ home, account, bin, major, password: PASSWORD, sync: true });
  const data = await existingData(home, account, major);
  if (data === undefined) throw new HarnessFailed(`no database was made in ${home}`);
  if (walFolder) await moveWal(data, walFolder, account);
  return { bin, data, log: join(home, "postgres.log"), account, settings, say: () => {} };
}

/** The processes of a server end one after another, and the last of them holds the shared memory for a moment. */
async function startAgain(options: Awaited<ReturnType<typeof prepareCluster>>): Promise<Server> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await startServer(options, (await findPostmaster(options.data))?.pid);
    } catch (error) {
      if (!(error instanceof RefusalError) || attempt === 50) throw error;
      await sleep(100);
    }
  }
}

type Question<T> = (db: ReturnType<typeof openDatabase>) => Promise<T>;

/** Queries the maintenance database. */
async function ask<T>(cluster: Cluster, question: Question<T>): Promise<T> {
  const db = openDatabase({ url: cluster.url("postgres"), schema: "public", name: "cofre faults", maxConnections: 1 });
  try {
    return await question(db);
  } finally {
    await db.close();
  }
}

/** Before the first start: moves the folder's content to the other file system, and links to it. */
async function moveWal(data: string, walFolder: string, account: Account): Promise<void> {
  const goal = join(walFolder, "pg_wal");
  await mkdir(goal, { mode: 0o700 });
  await cp(join(data, "pg_wal"), goal, { recursive: true });
  await rename(join(data, "pg_wal"), join(data, "pg_wal.before"));
  await rm(join(data, "pg_wal.before"), { recursive: true });
  await symlink(goal, join(data, "pg_wal"));
  if (account.uid === undefined || account.gid === undefined) throw new CannotRun("only root can give the file system away");
  for (const name of ["", ...(await readdir(goal, { recursive: true }))]) await chown(join(goal, name), account.uid, account.gid);
}
