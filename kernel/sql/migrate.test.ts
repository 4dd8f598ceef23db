import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, test } from "node:test";
import { migrateJobs } from "../jobs.ts";
import { OperatorError } from "../process/operator_error.ts";
import { VERSION } from "../process/version.ts";
import { type TestDatabase, testDatabase } from "../testing/database.ts";
import { recordingLog } from "../testing/log.ts";
import { type PlainClient, plainClient } from "../testing/plain_client.ts";
import { until } from "../testing/until.ts";
import { nameByContent } from "./functions.ts";
import { isMigrated, migrate } from "./migrate.ts";

let database: TestDatabase;
let folder: string;
let connection: PlainClient;

beforeEach(async () => {
  database = await testDatabase();
  folder = await mkdtemp(join(tmpdir(), "cofre-migrations-"));
  connection = await plainClient(database.url);
  await write("001_first.sql", "create table first (id int); insert into first values (1);");
});

afterEach(async () => {
  await connection[Symbol.asyncDispose]();
  await database[Symbol.asyncDispose]();
  await rm(folder, { recursive: true });
});

const write = (name: string, text: string) => writeFile(join(folder, name), text);
const run = (schema = "house") => migrate({ url: database.url, schema, folder });

test("files are applied once, in the order of their names, into the schema", async () => {
  await write("003_third.sql", "alter table second add third int;");
  await write("002_second.sql", "create table second (id int);");
  assert.deepEqual(await run(), ["001_first.sql", "002_second.sql", "003_third.sql"]);
  assert.deepEqual(await run(), []);
  const columns = await connection.query(`select column_name from information_schema.columns
    where table_schema = 'house' and table_name = 'second' order by ordinal_position`);
  assert.deepEqual(columns, [{ column_name: "id" }, { column_name: "third" }]);
});

test("a function is made after the files, once for each content, beside those of other releases", async () => {
  const written = (result: number) =>
    nameByContent("double", `create function {name}() returns int language sql as 'select id * ${result} from first';`);
  const [older, newer] = [written(2), written(3)];
  assert.notEqual(older.name, newer.name);
  const runWith = (functions: (typeof older)[]) => migrate({ url: database.url, schema: "house", folder, functions });
  assert.deepEqual(await runWith([older]), ["001_first.sql", older.name]);
  assert.deepEqual(await runWith([older]), []);
  assert.equal(await isMigrated({ url: database.url, schema: "house", folder, functions: [newer] }), false);
  assert.deepEqual(await runWith([newer]), [newer.name]);
  assert.equal(await isMigrated({ url: database.url, schema: "house", folder, functions: [newer] }), true);
  await connection.query("set search_path = house");
  const answers = await connection.query(`select ${older.name}() as older, ${newer.name}() as newer`);
  assert.deepEqual(answers, [{ older: 2, newer: 3 }]);
});

test("a file that fails changes nothing, names itself, and the next run goes on from there", async () => {
  await write("002_bad.sql", "create table second (id int); insert into nowhere values (1);");
  await assert.rejects(
    run(),
    (error: Error) => error instanceof OperatorError && /002_bad\.sql failed.*nowhere/.test(error.message),
  );
  assert.deepEqual(await connection.query("select to_regclass('house.second') as found"), [{ found: null }]);
  await write("002_bad.sql", "create table second (id int);");
  assert.deepEqual(await run(), ["002_bad.sql"]);
});

test("a file that changed after it was applied is refused by name", async () => {
  await run();
  await write("001_first.sql", "create table other (id int);");
  await assert.rejects(run(), /001_first\.sql was changed after it had been applied to the schema "house"/);
});

test("an older build accepts a schema that a newer one has migrated", async () => {
  await write("002_newer.sql", "create table second (id int);");
  await run();
  await rm(join(folder, "002_newer.sql"));
  assert.deepEqual(await run(), []);
});

test("ten migrators at once apply each file once", async () => {
  await write("002_slow.sql", "select pg_sleep(0.2); create table second (id int);");
  const applied = await Promise.all(Array.from({ length: 10 }, () => run()));
  assert.deepEqual(applied.flat().sort(), ["001_first.sql", "002_slow.sql"]);
});

test("a migrator that dies in the middle of a file leaves nothing of it, and frees the lock", async () => {
  await write("002_slow.sql", "create table second (id int); select pg_sleep(30);");
  const dying = run();
  dying.catch(() => {});
  await untilRuns("%pg_sleep(30)%");
  await connection.query(
    "select pg_terminate_backend(pid) from pg_stat_activity where query like '%pg_sleep(30)%' and pid <> pg_backend_pid()",
  );
  await assert.rejects(dying);
  await write("002_slow.sql", "create table second (id int);");
  assert.deepEqual(await run(), ["002_slow.sql"]);
});

test("a schema that another server made is refused by name and not touched", async () => {
  await connection.query("create schema house");
  await connection.query("create table house.users (id int)");
  const line =
    'The schema "house" of this database belongs to another server and was not changed. It contains "users". ' +
    "Set HOUSE_SCHEMA to the name of a schema for Cofre, such as cofre_house, or use another database.";
  const options = { url: database.url, schema: "house", schemaVariable: "HOUSE_SCHEMA", folder };
  await assert.rejects(migrate(options), { name: "OperatorError", message: line });
  const tables = await connection.query("select table_name from information_schema.tables where table_schema = 'house'");
  assert.deepEqual(tables, [{ table_name: "users" }]);
});

test("an empty schema that the operator made is taken", async () => {
  await connection.query("create schema house");
  assert.deepEqual(await run(), ["001_first.sql"]);
});

test("functions of others in a schema are no tables, and a table named migrations is not yet ours", async () => {
  await connection.query("create schema house");
  await connection.query("create function house.uid() returns uuid language sql return null::uuid");
  assert.deepEqual(await run(), ["001_first.sql"]);
  await connection.query("create schema shed");
  await connection.query("create table shed.migrations (id int, hash text)");
  await assert.rejects(run("shed"), /^OperatorError: The schema "shed" .* It contains "migrations"\./);
});

test("a user who may create nothing but tables in an empty schema is enough; one who may not gets an error that says what to grant", async () => {
  const role = `tenant_${randomBytes(6).toString("hex")}`;
  await connection.query(`create role ${role} login password 'secret'`);
  try {
    await connection.query("create schema house");
    const url = new URL(database.url);
    [url.username, url.password] = [role, "secret"];
    const asTenant = (schema: string) => migrate({ url: url.href, schema, folder });
    await assert.rejects(asTenant("house"), /^OperatorError: This database user may not create the schema "house"/);
    await assert.rejects(asTenant("shed"), /^OperatorError: This database user may not create the schema "shed"/);
    await connection.query(`grant usage, create on schema house to ${role}`);
    assert.deepEqual(await asTenant("house"), ["001_first.sql"]);
    assert.deepEqual(await asTenant("house"), []);
    await assert.rejects(migrateJobs(url.href, "house_jobs", recordingLog()), /may not create the schema "house_jobs"/);
  } finally {
    await connection.query(`drop owned by ${role}`);
    await connection.query(`drop role ${role}`);
  }
});

test("isMigrated tells whether a file is missing", async () => {
  const options = { url: database.url, schema: "house", folder };
  assert.equal(await isMigrated(options), false);
  await run();
  assert.equal(await isMigrated(options), true);
  await write("002_second.sql", "create table second (id int);");
  assert.equal(await isMigrated(options), false);
});

async function untilRuns(query: string): Promise<void> {
  await until(`${query} to run`, async () => {
    const rows = await connection.query(`select 1 from pg_stat_activity where query like $1 and pid <> pg_backend_pid()`, [
      query,
    ]);
    return rows.length > 0;
  });
}

test("a schema that a newer release changed is refused before anything is applied, unless that is the next minor version", async () => {
  await run();
  // As 0.2.0 left it.
  await connection.query("alter table house.migrations drop column release");
  await write("002_second.sql", "create table second (id int);");
  await run();
  const [major = 0, minor = 0] = VERSION.split(".").map(Number);
  const rows = await connection.query("select name, release from house.migrations order by name");
  assert.deepEqual(rows, [
    { name: "001_first.sql", release: null },
    { name: "002_second.sql", release: VERSION },
  ]);
  const addApplied = (release: string) =>
    connection.query("insert into house.migrations (name, checksum, release) values ('x_' || $1, 'x', $1)", [release]);
  await addApplied(`${major}.${minor + 1}.9`);
  await write("003_third.sql", "create table third (id int);");
  assert.deepEqual(await run(), ["003_third.sql"]);
  await addApplied(`${major}.${minor + 2}.0`);
  await addApplied(`${major}.${minor + 10}.0`);
  await write("004_fourth.sql", "create table fourth (id int);");
  await assert.rejects(run(), (error: Error) => {
    assert.ok(error instanceof OperatorError);
    assert.match(
      error.message,
      new RegExp(`^The schema "house" was brought up to date by Cofre ${major}\\.${minor + 10}\\.0, and this is `),
    );
    return true;
  });
  assert.deepEqual(await connection.query("select to_regclass('house.fourth') as fourth"), [{ fourth: null }]);
});
