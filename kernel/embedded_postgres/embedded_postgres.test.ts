import assert from "node:assert/strict";
import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import {
  chmod,
  chown,
  cp,
  lstat,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  realpath,
  rm,
  rmdir,
  stat,
  utimes,
  writeFile,
} from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { after, before, test } from "node:test";
import { plainClient } from "../testing/plain_client.ts";
import { until } from "../testing/until.ts";
import { chooseAccount } from "./account.ts";
import { installedBinaries, usableBinaries } from "./binaries.ts";
import { type EmbeddedPostgres, startEmbeddedPostgres } from "./embedded_postgres.ts";
import { findPostmaster, startServer } from "./process.ts";

const password = "p/w %1";
/** These databases must survive killed processes, not a power cut. */
const settings = { fsync: "off" };
const isRoot = process.getuid?.() === 0;

let folder: string;
/** Created by the first test and used by most. The space in its name is intended. */
let home: string;
const others: ChildProcess[] = [];

before(async () => {
  folder = await mkdtemp(join(await realpath(tmpdir()), "cofre postgres "));
  await chmod(folder, 0o711);
  home = join(folder, "first home");
});

after(async () => {
  for (const child of others) child.kill("SIGKILL");
  await rm(folder, { recursive: true, force: true });
});

const start = (options = {}) => startEmbeddedPostgres({ home, password, settings, ...options });

async function query(server: EmbeddedPostgres, text: string): Promise<unknown[]> {
  await using client = await plainClient(server.url);
  const rows = await client.query(text);
  return rows.flatMap((row) => Object.values(row));
}

async function postmasterPid(): Promise<number> {
  return Number((await readFile(join(home, "database/postmaster.pid"), "utf8")).split("\n")[0]);
}

/** Checks the lock file too, because an ended process keeps its id until its parent has reaped it. */
async function isGone(pid: number): Promise<boolean> {
  const result = await findPostmaster(join(home, "database"));
  return result?.pid !== pid || !result.lives;
}

/** Another process that owns the server in the home. */
async function startElsewhere(): Promise<ChildProcess & { pid: number }> {
  const module = JSON.stringify(new URL("./embedded_postgres.ts", import.meta.url));
  const program = `
    import { startEmbeddedPostgres } from ${module};
    const server = await startEmbeddedPostgres(${JSON.stringify({ home, password, settings })});
    process.stdout.write(server.url);`;
  const child = spawn(process.execPath, ["--input-type=module", "-e", program], { stdio: ["ignore", "pipe", "inherit"] });
  others.push(child);
  await Promise.race([once(child.stdout, "data"), once(child, "exit")]);
  assert.equal(child.exitCode, null, "the other process ended at once");
  return child as ChildProcess & { pid: number };
}

/** The command lines of all processes. Minimal Linux systems have no ps. */
async function commands(): Promise<string> {
  if (process.platform !== "linux") return execFileSync("ps", ["-axo", "command="], { encoding: "utf8" });
  const pids = (await readdir("/proc")).filter((name) => /^\d+$/.test(name));
  const lines = await Promise.all(pids.map((pid) => readFile(`/proc/${pid}/cmdline`, "utf8").catch(() => "")));
  return lines.join("\n").replaceAll("\0", " ");
}

async function killHard(child: ChildProcess): Promise<void> {
  child.kill("SIGKILL");
  await once(child, "exit");
}

/** A server on the home without an owner or a watcher. */
async function leaveOrphan(): Promise<{ pid: number; port: number }> {
  const account = await chooseAccount(home);
  const { bin } = await usableBinaries(installedBinaries(), home, account);
  const data = join(home, "database");
  const options = {
    bin,
    data,
    log: join(home, "postgres.log"),
    account,
    settings: { unix_socket_directories: "" },
    say: () => {},
  };
  const server = await startServer(options, undefined);
  server.disown();
  return server;
}

test("a first start makes a database that later starts find again, durable by default", async () => {
  await using first = await start();
  assert.match(first.url, /^postgres:\/\/cofre:p%2Fw%20%251@127\.0\.0\.1:\d+\/cofre$/);
  assert.deepEqual(first.notes, []);
  await query(first, "create table kept (n int); insert into kept values (1), (2)");
  await Promise.all([first.stop(), first.stop()]);
  assert.deepEqual((await readdir(home)).sort(), ["database", "postgres.log"]);
  assert.equal((await stat(home)).mode & 0o777, isRoot ? 0o711 : 0o700);

  await writeFile(join(home, "postgres.log"), "x".repeat(2 * 1024 * 1024));
  await using second = await startEmbeddedPostgres({ home, password });
  assert.deepEqual(await query(second, "select sum(n) from kept"), ["3"]);
  const names = [
    "fsync",
    "synchronous_commit",
    "full_page_writes",
    "data_checksums",
    "listen_addresses",
    "unix_socket_directories",
  ];
  const values = await query(second, `select ${names.map((name) => `current_setting('${name}') as ${name}`).join(", ")}`);
  assert.deepEqual(values, ["on", "on", "on", "on", "127.0.0.1", ""]);
  assert.deepEqual(await query(second, "select 'AÇÃO' ilike 'ação' as same, upper('ção'), current_setting('TimeZone')"), [
    true,
    "ÇÃO",
    "UTC",
  ]);
  const asNobody = Object.assign(new URL(second.url), { password: "wrong" });
  await assert.rejects(plainClient(asNobody.href), { code: "28P01" });
  assert.ok((await stat(join(home, "postgres.log"))).size < 10_000, "a log that has grown large is put aside");
});

test("rows that were acknowledged outlive a killed server, and its owner hears of it", async () => {
  await using server = await start();
  const pid = await postmasterPid();
  await query(server, "insert into kept values (40)");
  process.kill(pid, "SIGKILL");
  // Proves that the server does not keep its owner's process alive.
  const alive = setInterval(() => {}, 1_000);
  assert.match(await server.lost, /PostgreSQL ended by SIGKILL/);
  clearInterval(alive);
  await server.stop();

  await using next = await start();
  assert.deepEqual(await query(next, "select sum(n) from kept"), ["43"]);
  await next.stop();
});

test("a second start says who uses the database; the server stops when its owner is killed", async () => {
  const owner = await startElsewhere();
  const pid = await postmasterPid();
  await assert.rejects(start(), {
    message: new RegExp(`database in ${home} is in use by another Cofre, process ${owner.pid}\\.`),
  });
  assert.ok(!(await isGone(pid)), "the second start leaves the server of the first alone");
  await killHard(owner);
  await until("the end of the server without an owner", () => isGone(pid));
  const lastRun = (await readFile(join(home, "postgres.log"), "utf8")).split("starting PostgreSQL").at(-1);
  assert.match(lastRun ?? "", /received fast shutdown request.*database system is shut down\n$/s);
});

test("a start right after the owner was killed waits for the old server and gets one that stays", async () => {
  const owner = await startElsewhere();
  const watcher = `cofre-watcher ${await postmasterPid()}`;
  await killHard(owner);
  await using server = await start();
  await until("the watcher of the old server to end", async () => !(await commands()).includes(watcher));
  assert.deepEqual(await query(server, "select sum(n) from kept"), ["43"]);
  await server.stop();
});

test("a server that lost owner and watcher is adopted, watched again and stopped", async () => {
  const first = await leaveOrphan();
  const owner = await startElsewhere();
  assert.equal(await postmasterPid(), first.pid);
  await killHard(owner);
  await until("the end of the adopted server", () => isGone(first.pid));

  const second = await leaveOrphan();
  await using server = await start();
  assert.equal(new URL(server.url).port, String(second.port));
  assert.deepEqual(await query(server, "select sum(n) from kept"), ["43"]);
  await server.stop();
  assert.ok(await isGone(second.pid));
});

test("the owner keeps its lock when a crash inside the server drops all connections", async () => {
  await using server = await start();
  await using victim = await plainClient(server.url);
  const [row] = await victim.query<{ pid: number }>("select pg_backend_pid() as pid");
  process.kill(row!.pid, "SIGKILL");
  const holders = "select count(*)::int from pg_locks where locktype = 'advisory' and granted";
  await until("the lock", async () => (await query(server, holders).catch(() => [0]))[0] === 1);
  await assert.rejects(start(), /in use by another Cofre/);
});

test("a lock file with the number of a process that is no server, or with nothing in it, does not stop a start", async () => {
  const account = await chooseAccount(home);
  const stranger = spawn("sleep", ["60"], { ...account, stdio: "ignore" });
  const lockFile = join(home, "database/postmaster.pid");
  try {
    for (const content of [`${stranger.pid}\n${home}/database\n1700000000\n5432\n\n127.0.0.1\n\nready   \n`, ""]) {
      await writeFile(lockFile, content, { mode: 0o600 });
      if (isRoot) await chown(lockFile, account.uid!, account.gid!);
      await utimes(lockFile, 1_700_000_000, 1_700_000_000);
      await using server = await start();
      assert.deepEqual(await query(server, "select sum(n) from kept"), ["43"]);
      await server.stop();
    }
    assert.equal(stranger.exitCode ?? stranger.signalCode, null);
  } finally {
    stranger.kill();
  }
});

test("another password, another version and a lost folder are each named", async () => {
  await assert.rejects(start({ password: "other" }), /has another password/);
  await assert.rejects(postmasterPid(), { code: "ENOENT" });

  const version = join(home, "database/PG_VERSION");
  await writeFile(version, "14\n");
  await assert.rejects(start(), /was created by PostgreSQL 14, but this is PostgreSQL 18/);
  await writeFile(version, "18\n");
  await assert.rejects(
    start({ settings: { shared_buffers: "lots" } }),
    /did not start.*invalid value for parameter "shared_buffers"/s,
  );
});

test("of two starts at the same moment on an empty home one wins, and what others left half-made is cleared away", async () => {
  const options = { home: join(folder, "empty home") };
  for (const name of ["database.new", "database.new.999999999.abcd"]) {
    await mkdir(join(options.home, name, "data"), { recursive: true });
    await writeFile(join(options.home, name, "data/PG_VERSION"), "18\n");
  }
  const results = await Promise.allSettled([start(options), start(options)]);
  const winners = results.filter((result) => result.status === "fulfilled");
  const losers = results.filter((result) => result.status === "rejected");
  assert.equal(winners.length, 1, String(losers.map((loser) => loser.reason)));
  const server = winners[0]!.value;
  assert.match(String(losers[0]?.reason), new RegExp(`is in use by another Cofre, process ${process.pid}`));
  assert.deepEqual(await query(server, "select 1"), [1]);
  await server.stop();
  assert.deepEqual((await readdir(options.home)).sort(), ["database", "postgres.log"]);
});

test("binaries that cannot be used where they are are copied", async () => {
  const closed = join(folder, "closed");
  const native = join(closed, "native");
  const version = `0.0.0-test.${process.pid}`;
  await cp(installedBinaries(), native, { recursive: true, filter: async (path) => !(await lstat(path)).isSymbolicLink() });
  await writeFile(join(closed, "package.json"), JSON.stringify({ version }));
  // File modes do not stop root, but they stop PostgreSQL's account. Other users cannot create the links.
  await (isRoot ? chmod(closed, 0o700) : chmod(join(native, "lib"), 0o555));
  const copy = join(isRoot ? "/var/lib/cofre" : home, `postgresql-${version}`);
  try {
    await using server = await start({ native });
    assert.match(server.notes.join(), new RegExp(`from a copy in ${copy}`));
    assert.deepEqual(await query(server, "select sum(n) from kept"), ["43"]);
    await server.stop();
  } finally {
    await chmod(join(native, "lib"), 0o755);
    await rm(copy, { recursive: true, force: true });
    if (isRoot) await rmdir(dirname(copy)).catch(() => {});
  }
});

test("data goes where PostgreSQL's account can reach it, and is found there again", { skip: !isRoot }, async () => {
  const options = { home: join(folder, "shut", "home") };
  await mkdir(dirname(options.home), { mode: 0o700 });
  let data: string | undefined;
  try {
    await using first = await start(options);
    data = await realpath(join(options.home, "database"));
    assert.match(data, /^\/var\/lib\/cofre\/\w+\/database\.\w+$/);
    assert.match(first.notes.join(), new RegExp(`The data is in ${data}`));
    await query(first, "create table elsewhere ()");
    await first.stop();
    await chmod(dirname(options.home), 0o755);
    await using second = await start(options);
    assert.deepEqual(await query(second, "select count(*)::int from elsewhere"), [0]);
    await second.stop();
    await rm(data, { recursive: true });
    await assert.rejects(start(options), /links to a missing folder/);
  } finally {
    if (data) await rm(dirname(data), { recursive: true, force: true });
    await rmdir("/var/lib/cofre").catch(() => {});
  }
});

const postgres15 = process.env.COFRE_TEST_POSTGRES_15;
test("PostgreSQL 15 is started the same way", { skip: !postgres15 }, async () => {
  await using server = await start({ home: join(folder, "fifteen"), native: postgres15 });
  const result = await query(server, "select current_setting('server_version_num')::int / 10000, upper('ção')");
  assert.deepEqual(result, [15, "ÇÃO"]);
});
