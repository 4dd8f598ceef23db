import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import { plainClient } from "../kernel/testing/plain_client.ts";
import { until } from "../kernel/testing/until.ts";
import { ANY_PORTS, BINARY, cofre, embeddedServer, isRunning, launch, portsOf, processesNaming, workFolder } from "./testing.ts";

const ROWS_OF_LOAD = 200;
const RECOVERY = /database system was not properly shut down; automatic recovery in progress/;

test("After kill -9 under load the next start has every acknowledged row", async (context) => {
  await using folder = await workFolder();
  const home = join(folder.path, "home");
  const variables = { COFRE_HOME: home, ...ANY_PORTS };
  const acknowledged: number[] = [];

  // The first round kills our process group, like a closed terminal, and the watcher stops PostgreSQL. The second kills
  // PostgreSQL too, like a power cut.
  for (const [round, alsoServer] of [false, true].entries()) {
    await using program = cofre("start", variables, folder.path);
    await portsOf(program);
    const server = (await embeddedServer(home)) as { pid: number; port: number };
    const load = insertUntilItBreaks(await embeddedUrl(home), round, acknowledged);
    const before = acknowledged.length;
    await until("the load to run", () => acknowledged.length >= before + ROWS_OF_LOAD);
    // The server first, because its watcher would stop it properly after its owner's end.
    if (alsoServer) process.kill(server.pid, "SIGKILL");
    program.killGroup("SIGKILL");
    assert.deepEqual(await program.ended, { code: null, signal: "SIGKILL" });
    await load;
    assert.equal(RECOVERY.test(await readFile(join(home, "postgres.log"), "utf8")), false);
  }

  await using program = cofre("start", variables, folder.path);
  await portsOf(program);
  assert.match(await readFile(join(home, "postgres.log"), "utf8"), RECOVERY);
  const sql = await plainClient(await embeddedUrl(home));
  const rows = await sql.query<{ id: number }>("select id from load");
  await sql[Symbol.asyncDispose]();
  const results = new Set(rows.map(({ id }) => id));
  context.diagnostic(`${acknowledged.length} rows acknowledged, ${results.size} found`);
  assert.ok(acknowledged.length > 20, "the load was real");
  assert.deepEqual(
    acknowledged.filter((id) => !results.has(id)),
    [],
  );
  program.kill("SIGTERM");
  assert.deepEqual(await program.ended, { code: 0, signal: null }, program.errors);
});

test("When the process that started it is killed, start ends by itself and leaves no PostgreSQL", async () => {
  await using folder = await workFolder();
  const home = join(folder.path, "home");
  // bootstrap.mjs opens such a channel: it carries no messages and closes when its owner dies.
  const parent = `
    const { spawn } = require("node:child_process");
    const child = spawn(process.execPath, [${JSON.stringify(BINARY)}, "start"], { stdio: ["ignore", "inherit", "inherit", "ipc"] });
    console.log("child " + child.pid);`;
  await using program = launch(["-e", parent], { COFRE_HOME: home, ...ANY_PORTS }, folder.path);
  await portsOf(program);
  const [, child] = await program.says(/^child (\d+)$/m);
  const server = await embeddedServer(home);
  assert.ok(server);
  process.kill(program.pid, "SIGKILL");
  // Resolves only after the child has closed the output that it shares with its parent.
  await program.ended;
  assert.match(program.output, /The parent process is gone: finishing requests in progress/);
  await until("the child to end", () => !isRunning(Number(child)));
  assert.deepEqual(await processesNaming(home), [], program.errors);
  assert.deepEqual(await processesNaming(`cofre-watcher ${server.pid}`), []);
});

async function embeddedUrl(home: string): Promise<string> {
  const { databasePassword } = JSON.parse(await readFile(join(home, "secrets.json"), "utf8")) as { databasePassword: string };
  const server = await embeddedServer(home);
  return `postgres://cofre:${databasePassword}@127.0.0.1:${server?.port}/cofre`;
}

/** Each insert is a transaction; its id is recorded once the server has acknowledged it. */
async function insertUntilItBreaks(url: string, round: number, acknowledged: number[]): Promise<void> {
  await using admin = await plainClient(url);
  await admin.query("create table if not exists load (id int primary key, note text not null)");
  const insertSome = async (lane: number) => {
    await using client = await plainClient(url);
    for (let step = 0; ; step++) {
      const id = round * 1_000_000 + step * 4 + lane;
      await client.query("insert into load values ($1, $2)", [id, "x".repeat(500)]);
      acknowledged.push(id);
    }
  };
  await Promise.allSettled([0, 1, 2, 3].map(insertSome));
}
