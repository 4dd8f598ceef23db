// Backups of a PostgreSQL of the operator's, by its pg_dump. Needs one that is as new as a server that can be run here.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { chmod, mkdir, readdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import { startEmbeddedPostgres } from "../../kernel/embedded_postgres/embedded_postgres.ts";
import { serverUrl, testDatabase } from "../../kernel/testing/database.ts";
import { plainClient } from "../../kernel/testing/plain_client.ts";
import { runToEnd, workFolder } from "../testing.ts";
import { connectionOf } from "./postgres_programs.ts";
import { fill, newKey, startIn, succeed, variablesOf } from "./testing.ts";

const dumper = dumperHere();
const native = process.env.COFRE_TEST_POSTGRES_15;
const missing = dumper === 15 && native !== undefined ? false : "no pg_dump of PostgreSQL 15, or no such server";

test("a database of one's own: backup by pg_dump, verify in a throwaway engine, restore into an empty database", {
  skip: missing,
}, async () => {
  await using folder = await workFolder();
  const settings = { fsync: "off" };
  const server = join(folder.path, "server");
  await using postgres = await startEmbeddedPostgres({ home: server, password: "p/w %1", settings, native: native ?? "" });
  const home = join(folder.path, "home");
  const variables = { DATABASE_URL: postgres.url, COFRE_BACKUP_FOLDER: folder.path };
  const key = await newKey(home, folder.path);
  {
    await using program = await startIn(home, folder.path, variables);
    await fill(program, home);
    program.kill("SIGTERM");
    await program.ended;
  }
  await succeed(["backup"], { ...variablesOf(home), ...variables }, folder.path);
  const file = (await readdir(folder.path)).find((name) => name.endsWith(".age")) as string;
  const verified = await succeed(["verify", file, "--identity", key], {}, folder.path);
  assert.match(verified, /^database {2}dump of auth and finance, PostgreSQL 15\./m);
  assert.match(
    verified,
    /^users {5}1\nsessions {2}\d\nspaces {4}1\nrows {6}1\nsession {3}opened .* one of the users\nThe ledger is correct/m,
  );

  const other = { COFRE_HOME: join(folder.path, "other"), DATABASE_URL: postgres.url };
  const taken = await runToEnd(["restore", file, "--identity", key], other, folder.path);
  assert.equal(taken.code, 1);
  assert.match(
    taken.errors,
    /^The database is not empty: it has the schema auth, auth_jobs, finance, finance_jobs\. Nothing was/,
  );
  await using sql = await plainClient(postgres.url);
  await sql.query("create database empty");
  const url = new URL(postgres.url);
  url.pathname = "/empty";
  const restored = await succeed(["restore", file, "--identity", key], { ...other, DATABASE_URL: url.href }, folder.path);
  assert.match(restored, /^Restored: .* into the database\.\n/);
  assert.deepEqual((await readdir(other.COFRE_HOME)).sort(), ["backup_recipient", "secrets.json", "tls"]);
  await using restoredSql = await plainClient(url.href);
  const rows = await restoredSql.query("select description, amount_cents::int from finance.transactions");
  assert.deepEqual(rows, [{ description: "Coffee", amount_cents: -450 }]);
});

test("a pg_dump that is missing, older than the server or failing is named, and nothing is written", async () => {
  await using folder = await workFolder();
  await using database = await testDatabase();
  const home = join(folder.path, "home");
  await newKey(home, folder.path);
  const bin = join(folder.path, "bin");
  const out = join(folder.path, "out");
  await Promise.all([mkdir(bin), mkdir(out)]);
  const variables = { ...variablesOf(home), DATABASE_URL: database.url, COFRE_POSTGRES_BIN: bin };
  const backup = async (message: RegExp) => {
    const { code, output, errors } = await runToEnd(["backup", out], variables, folder.path);
    assert.deepEqual([code, output], [1, ""], errors);
    assert.match(errors, message);
    assert.deepEqual(await readdir(out), []);
  };
  const writeProgram = async (script: string) => {
    await writeFile(join(bin, "pg_dump"), `#!/bin/sh\n${script}\n`);
    await chmod(join(bin, "pg_dump"), 0o755);
  };
  await backup(/^The database has no schema auth, .*Try: npm run migrate\n$/);
  await succeed(["migrate"], variables, folder.path);
  await backup(/^pg_dump is needed for a database of your own, and cannot be run \(ENOENT\)\. .*COFRE_POSTGRES_BIN.*\n$/);
  await writeProgram("echo 'pg_dump (PostgreSQL) 14.1'");
  await backup(/^pg_dump 14\.1 is older than the server, which is PostgreSQL \d+.*\n$/);
  const failing = "echo some; echo 'pg_dump: error: permission denied for table users' >&2; exit 1";
  await writeProgram(`[ "$1" = --version ] && exec echo 'pg_dump (PostgreSQL) 99.1'\n${failing}`);
  await backup(/^pg_dump failed: permission denied for table users\n$/);
});

test("what libpq is told of a URL has no password and no parameter that only our driver knows", () => {
  const { address, variables } = connectionOf("postgres://ana:p%2Fw@a,b:5433/cofre?sslmode=no-verify&jit=off&host=/run");
  assert.deepEqual(variables, { PGPASSWORD: "p/w" });
  assert.equal(address, "postgres://ana@a,b:5433/cofre?sslmode=require&host=%2Frun");
  assert.ok(!connectionOf(serverUrl()).address.includes(":test@"));
});

function dumperHere(): number | undefined {
  try {
    return Number(/\d+/.exec(execFileSync("pg_dump", ["--version"], { encoding: "utf8" }))?.[0]);
  } catch {
    return undefined;
  }
}
