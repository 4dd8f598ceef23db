// Scheduled backups, beside a database and of a start. Jobs are added by hand, because a test does not wait for a minute to begin.
import assert from "node:assert/strict";
import { mkdir, readdir, readFile, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import { generateIdentity, identityToRecipient } from "age-encryption";
import { startEmbeddedPostgres } from "../../kernel/embedded_postgres/embedded_postgres.ts";
import { openLog } from "../../kernel/log/log.ts";
import { plainClient } from "../../kernel/testing/plain_client.ts";
import { until } from "../../kernel/testing/until.ts";
import { openSecrets } from "../home.ts";
import { BINARY, embeddedServer, launch, runToEnd, workFolder } from "../testing.ts";
import { openSchedule } from "./schedule.ts";
import { newKey, startIn, variablesOf } from "./testing.ts";

test("a scheduled backup removes older ones after it is complete, and nothing that is not its own", async () => {
  await using folder = new AsyncDisposableStack();
  const { path } = folder.use(await workFolder());
  const home = join(path, "home");
  const backups = join(path, "backups");
  await mkdir(backups);
  const url = await startDatabase(folder, home);
  const environment = {
    COFRE_HOME: home,
    COFRE_BACKUP_AT: "03:00",
    COFRE_BACKUP_FOLDER: backups,
    COFRE_BACKUP_KEEP: "1,0,2",
    COFRE_BACKUP_RECIPIENT: await identityToRecipient(await generateIdentity()),
  };
  const schedule = await openSchedule({ environment, home, url, log: openLog({ level: "fatal", name: "test" }) });
  assert.ok(schedule);
  await schedule.start();
  folder.defer(schedule.stop);

  await runJob(url);
  const [first = ""] = await readdir(backups);
  const [, server] = /^cofre-([0-9a-f]{8})-\d{8}T\d{6}Z-scheduled\.age$/.exec(first) ?? [];
  assert.ok(server, first);
  const older = ["20200101T030000Z-scheduled", "20200201T030000Z-scheduled", "20200202T030000Z-scheduled", "20200101T030000Z"];
  const others = ["cofre-00000000-20200101T030000Z-scheduled.age", "notes.txt"];
  for (const name of [...older.map((each) => `cofre-${server}-${each}.age`), ...others]) await writeFile(join(backups, name), "");
  await runJob(url);
  const kept = [first, `cofre-${server}-20200202T030000Z-scheduled.age`, `cofre-${server}-20200101T030000Z.age`, ...others];
  const remaining = await readdir(backups);
  const [second = "", ...more] = remaining.filter((name) => !kept.includes(name));
  assert.match(second, new RegExp(`^cofre-${server}-20\\d+T\\d+Z-scheduled\\.age$`));
  assert.deepEqual(more, []);
  assert.deepEqual(
    remaining.sort(),
    [second, ...kept.slice(1)].sort(),
    "the last of the day and of two months, and what is not ours",
  );
});

test("a scheduled backup that fails removes nothing, and log and doctor tell of it; so does a full disk", async () => {
  await using folder = await workFolder();
  const home = join(folder.path, "home");
  const backups = join(folder.path, "backups");
  await mkdir(backups);
  await newKey(home, folder.path);
  const earlier = "cofre-00000000-20200101T030000Z-scheduled.age";
  await writeFile(join(backups, earlier), "");
  const variables = { COFRE_BACKUP_AT: "03:00", COFRE_BACKUP_FOLDER: backups };
  await using program = await startIn(home, folder.path, variables);
  await assertFullDisk(home, backups, folder.path);
  await rename(backups, `${backups}.away`);
  await addJob(home);
  await until("the failure to be recorded", async () => {
    const state = JSON.parse(await readFile(join(home, "backup_state.json"), "utf8").catch(() => "{}"));
    return state.lastFailure !== undefined;
  });
  // The line may be written a moment later.
  await until("a line of the log", async () =>
    /"level":"error".*"the scheduled backup failed; earlier ones are as they/.test(
      await readFile(join(home, "cofre.log"), "utf8"),
    ),
  );
  const { code, output } = await runToEnd(["doctor"], { ...variablesOf(home), ...variables }, folder.path);
  assert.equal(code, 0, output);
  assert.match(output, /^warn +backup: the one of 2.* failed: The folder .* cannot be reached \(ENOENT\).*; none was made yet$/m);
  assert.deepEqual(await readdir(`${backups}.away`), [earlier]);
  program.kill("SIGTERM");
  assert.deepEqual(await program.ended, { code: 0, signal: null }, program.errors);
});

test("start refuses a schedule without a folder or a key, in one line", async () => {
  await using folder = await workFolder();
  const variables = variablesOf(join(folder.path, "home"));
  const lost = await runToEnd(["start"], { ...variables, COFRE_BACKUP_AT: "25:00" }, folder.path);
  assert.deepEqual([lost.code, lost.output], [1, ""]);
  assert.match(lost.errors, /^The configuration has faults:\n {2}COFRE_BACKUP_AT: found "25:00"; allowed: a time of day .*\n/);
  assert.match(lost.errors, /COFRE_BACKUP_FOLDER: missing while COFRE_BACKUP_AT is set/);
  const keyless = { ...variables, COFRE_BACKUP_AT: "0 3 * * 1", COFRE_BACKUP_FOLDER: folder.path };
  const { code, errors } = await runToEnd(["start"], keyless, folder.path);
  assert.equal(code, 1);
  assert.match(errors, /^There is no key to encrypt to\. Make one with npm run backup -- --new-key, .*\n$/);
});

/** No services, which would take longer to start than all of this. */
async function startDatabase(opened: AsyncDisposableStack, home: string): Promise<string> {
  const { databasePassword } = await openSecrets(home);
  const server = opened.use(await startEmbeddedPostgres({ home, password: databasePassword, settings: { fsync: "off" } }));
  return server.url;
}

/** Until the queue is empty. */
async function runJob(url: string): Promise<void> {
  await using sql = await plainClient(url);
  await sql.query("select cofre_jobs.add_job('backup')");
  await until("the job to be done", async () => (await sql.query("select from cofre_jobs._private_jobs")).length === 0);
}

async function addJob(home: string): Promise<void> {
  const { databasePassword } = JSON.parse(await readFile(join(home, "secrets.json"), "utf8")) as { databasePassword: string };
  const server = await embeddedServer(home);
  await using sql = await plainClient(`postgres://cofre:${databasePassword}@127.0.0.1:${server?.port}/cofre`);
  await sql.query("select cofre_jobs.add_job('backup')");
}

/** By a limit of the process on the size of files, in blocks of 512 bytes. The server is not its child. */
async function assertFullDisk(home: string, backups: string, folder: string): Promise<void> {
  const before = await readdir(backups);
  const shell = `ulimit -f 2000; exec "${process.execPath}" "${BINARY}" backup "${backups}"`;
  const script = `process.exit(require("node:child_process").spawnSync("/bin/sh", ["-c", ${JSON.stringify(shell)}], { stdio: "inherit" }).status)`;
  await using limited = launch(["-e", script], variablesOf(home), folder);
  assert.equal((await limited.ended).code, 1);
  assert.match(limited.errors, /^The disk of .*backups is full, so no backup was written\. Earlier ones are as they were\.\n$/m);
  assert.deepEqual(await readdir(backups), before);
}
