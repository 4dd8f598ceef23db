import assert from "node:assert/strict";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { connect, createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { postgresUrl } from "../config/formats.ts";
import { addJob, migrateJobs, startWorker } from "../jobs.ts";
import { type TestDatabase, testDatabase } from "../testing/database.ts";
import { recordingLog } from "../testing/log.ts";
import { addressesOf } from "./address.ts";
import { openDatabase } from "./database.ts";
import { inspectServer, waitForServer } from "./server.ts";
import { sql } from "./sql.ts";

/** Differs from the test server's port, so that a client that ignores the folder fails. */
const PORT = 5499;

let database: TestDatabase;
let folder: string;
let calls = 0;

/** A Unix socket that forwards to the test server. */
const server = createServer((client) => {
  calls++;
  const { port, hostname } = new URL(database.url);
  const upstream = connect(Number(port), hostname);
  client.pipe(upstream).pipe(client);
  for (const socket of [client, upstream]) socket.on("error", () => {});
});

before(async () => {
  database = await testDatabase();
  folder = await mkdtemp(join(tmpdir(), "cofre-address-"));
  server.listen(join(folder, `.s.PGSQL.${PORT}`));
  await once(server, "listening");
});

after(async () => {
  server.close();
  await rm(folder, { recursive: true });
  await database[Symbol.asyncDispose]();
});

/** Forms that PostgreSQL's own programs accept. */
const FORMS: Record<string, (user: string, name: string) => string> = {
  "a folder as the parameter host": (user, name) => `postgres://${user}@localhost/${name}?host=${folder}&port=${PORT}`,
  "the same beside the port of the URL": (user, name) => `postgres://${user}@127.0.0.1:${PORT}/${name}?host=${folder}`,
  "a user without a host": (user, name) => `postgresql://${user}@/${name}?host=${encodeURIComponent(folder)}&port=${PORT}`,
  "a folder in place of the host": (user, name) => `postgres://${user}@${encodeURIComponent(folder)}:${PORT}/${name}`,
};

for (const [title, form] of Object.entries(FORMS)) {
  test(`a Unix socket is reached by ${title}: by statements, by what looks at the server, by the queue`, async () => {
    const { username, password, pathname } = new URL(database.url);
    const url = postgresUrl.read(form(`${username}:${password}`, pathname.slice(1)));
    const before = calls;
    const db = openDatabase({ url, schema: "public", maxConnections: 1, name: "test" });
    assert.deepEqual(await db.one(sql`select current_database() as name`), { name: pathname.slice(1) });
    assert.equal(calls, before + 1);
    await inspectServer(url);
    assert.equal(calls, before + 3);
    const log = recordingLog();
    await migrateJobs(url, "shed_jobs", log);
    const worked = Promise.withResolvers<void>();
    const worker = await startWorker({ url, schema: "shed_jobs", log, tasks: { note: async () => worked.resolve() } });
    await db.one(sql`select ${addJob("shed_jobs", "note", {})}`);
    await worked.promise;
    await worker.stop();
    await db.close();
    assert.ok(calls > before + 4, "the queue came this way too");
  });
}

test("hosts and ports stand in their places or in the parameters, and there may be several", () => {
  assert.deepEqual(addressesOf("postgres:///db?port=1&host=db.lan&sslmode=require"), [{ host: "db.lan", port: "1" }]);
  assert.deepEqual(addressesOf("postgres://me@db.lan:5433/db"), [{ host: "db.lan", port: "5433" }]);
  assert.deepEqual(addressesOf("postgres://me@[::1]/db?application_name=x"), [{ host: "::1", port: "" }]);
  const both = [
    { host: "one.lan", port: "5433" },
    { host: "two.lan", port: "5433" },
  ];
  assert.deepEqual(addressesOf("postgres://me@one.lan,two.lan:5433/db"), both);
  assert.deepEqual(addressesOf("postgres:///db?host=a,b&port=1,2"), [
    { host: "a", port: "1" },
    { host: "b", port: "2" },
  ]);
});

test("a folder in which nothing listens is said to be that", async () => {
  const result = waitForServer(`postgres://me@localhost/db?host=${folder}&port=1`, 0, () => {});
  await assert.rejects(result, /^OperatorError: The database cannot be used: nothing listens on a socket in that folder/);
});
