import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { addJob, migrateJobs, startWorker, type Worker } from "./jobs.ts";
import { type Database, openDatabase } from "./sql/database.ts";
import { sql } from "./sql/sql.ts";
import { type TestDatabase, testDatabase } from "./testing/database.ts";
import { recordingLog } from "./testing/log.ts";
import { startTcpProxy, through } from "./testing/tcp_proxy.ts";
import { until } from "./testing/until.ts";

let database: TestDatabase;
let db: Database;
let worker: Worker;
const log = recordingLog();
const done: unknown[] = [];
let failures = 0;

before(async () => {
  database = await testDatabase();
  await migrateJobs(database.url, "house_jobs", log);
  db = openDatabase({ url: database.url, schema: "public", maxConnections: 0, name: "test" });
  await db.run(sql`create table notes (id int primary key)`);
  worker = await startWorker({
    url: database.url,
    schema: "house_jobs",
    log,
    tasks: {
      note: async (payload) => void done.push(payload),
      fragile: async (payload) => {
        if (failures++ === 0) throw new Error("not yet");
        done.push(payload);
      },
    },
  });
});

after(async () => {
  await worker.stop();
  await db.close();
  await database[Symbol.asyncDispose]();
});

/** Waits until the worker has no due job left, then returns what it has done. */
async function runDueJobs(): Promise<unknown[]> {
  await until("the jobs to be done", async () => {
    const { open } = await db.one<{ open: number }>(
      sql`select count(*) as open from house_jobs.jobs where run_at <= now() and attempts < max_attempts`,
    );
    return open === 0;
  });
  return done.splice(0);
}

test("a job added in a transaction runs after the commit", async () => {
  await db.transaction(async (tx) => {
    await tx.run(sql`insert into notes values (1)`);
    await tx.one(sql`select ${addJob("house_jobs", "note", { id: 1 })}`);
  });
  assert.deepEqual(await runDueJobs(), [{ id: 1 }]);
});

test("a job added in a transaction that rolls back never runs", async () => {
  const work = db.transaction(async (tx) => {
    await tx.one(sql`select ${addJob("house_jobs", "note", { id: 2 })}`);
    throw new Error("changed my mind");
  });
  await assert.rejects(work, /changed my mind/);
  assert.deepEqual(await runDueJobs(), []);
});

test("a job added in a CTE runs, with a payload made of the row that the statement wrote", async () => {
  const before = db.roundTrips;
  const row = await db.one(sql`
    with written as (insert into notes values (3) returning id),
         job as (select ${addJob("house_jobs", "note", sql`json_build_object('id', written.id)`)} from written)
    select written.id, (select count(*) from job) as jobs from written`);
  assert.deepEqual(row, { id: 3, jobs: 1 });
  assert.equal(db.roundTrips - before, 1);
  assert.deepEqual(await runDueJobs(), [{ id: 3 }]);
});

test("a statement that fails leaves no job behind", async () => {
  const twice = db.one(sql`
    with job as (select ${addJob("house_jobs", "note", { id: 4 })})
    insert into notes select 3 from job returning id`);
  await assert.rejects(twice, /duplicate key/);
  assert.deepEqual(await runDueJobs(), []);
});

test("of two jobs with one key the later one stands", async () => {
  const later = new Date(Date.now() + 3_600_000);
  await db.one(sql`select ${addJob("house_jobs", "note", { version: 1 }, { key: "k", runAt: later })}`);
  await db.one(sql`select ${addJob("house_jobs", "note", { version: 2 }, { key: "k" })}`);
  assert.deepEqual(await runDueJobs(), [{ version: 2 }]);
});

test("a job that throws is kept, its error is logged, and it is tried again later", async () => {
  await db.one(sql`select ${addJob("house_jobs", "fragile", { id: 5 })}`);
  const waiting = async () =>
    db.maybeOne<{ last_error: string }>(sql`select last_error from house_jobs.jobs where attempts = 1 and run_at > now()`);
  assert.match((await until("the failed job", waiting)).last_error, /not yet/);
  assert.ok(log.lines.some((line) => line.level === "error" && /not yet/.test(line.message ?? "")));
  await db.run(sql`update house_jobs._private_jobs set run_at = now()`);
  assert.deepEqual(await runDueJobs(), [{ id: 5 }]);
});

test("jobs that end while the database is away take nothing with them, and the worker goes on when it is back", async () => {
  const { hostname: host, port } = new URL(database.url);
  await using proxy = await startTcpProxy({ host, port: Number(port) });
  const gates = [0, 1, 2].map(() => Promise.withResolvers<void>());
  const begun: string[] = [];
  const held = (number: number, end: () => void) => async () => {
    begun.push(String(number));
    await gates[number]?.promise;
    end();
  };
  const fails = () => {
    throw new Error("the job failed");
  };
  const tasks = { doneLate: held(0, () => {}), failedLate: held(1, fails), failedLater: held(2, fails) };
  const output = recordingLog();
  await using stack = new AsyncDisposableStack();
  const far = await startWorker({ url: through(proxy, database.url), schema: "house_jobs", log: output, tasks });
  stack.defer(far.stop);
  for (const name of Object.keys(tasks)) await db.one(sql`select ${addJob("house_jobs", name, {})}`);
  await until("all three jobs", () => begun.length === 3);
  // Each result is in transit when the connections are cut, and none is acknowledged.
  proxy.stall(true);
  for (const gate of gates) {
    const { held } = proxy;
    gate.resolve();
    await until("its word", () => proxy.held > held);
  }
  await proxy.cut();
  proxy.stall(false);
  await until("the worker to notice", () =>
    output.lines.some(({ message }) => message === "the job worker stopped and starts again"),
  );
  await proxy.mend();
  await db.run(sql`update house_jobs._private_jobs set locked_by = null, locked_at = null, run_at = now()`);
  await until("all three jobs again", () => begun.length >= 6);
});

test("a worker that begins while the database is away, or whose connections nobody answers, finds its work afterwards", async () => {
  const { hostname: host, port } = new URL(database.url);
  await using proxy = await startTcpProxy({ host, port: Number(port) });
  await using stack = new AsyncDisposableStack();
  let runs = 0;
  const tasks = { far: async () => void runs++ };
  const far = await startWorker({ url: through(proxy, database.url), schema: "house_jobs", log: recordingLog(), tasks });
  stack.defer(far.stop);
  await proxy.cut();
  proxy.stall(true);
  await proxy.mend();
  await until("a connection that nobody answers", () => proxy.held > 0);
  proxy.lose();
  proxy.stall(false);
  await db.one(sql`select ${addJob("house_jobs", "far", {})}`);
  await until("the job", () => runs === 1);
});

test("a worker that stops while its connections break takes nothing with it", async () => {
  for (let round = 0; round < 20; round++) {
    const short = await startWorker({ url: database.url, schema: "house_jobs", log, tasks: {} });
    const cut = () => db.many(sql`select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'house jobs'`);
    await Promise.all([short.stop(), cut()]);
    await cut();
  }
});
