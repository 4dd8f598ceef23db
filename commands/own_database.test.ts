import assert from "node:assert/strict";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import { secretKeyOf, signerOf } from "../kernel/jws.ts";
import { call, type Reply } from "../kernel/testing/client.ts";
import { testDatabase } from "../kernel/testing/database.ts";
import { plainClient } from "../kernel/testing/plain_client.ts";
import { until } from "../kernel/testing/until.ts";
import { ANY_PORTS, cofre, embeddedServer, type Program, portsOf, runToEnd, SOURCES, workFolder } from "./testing.ts";

const JWT_SECRET = "a secret for tests that is long enough to be quiet";

test("start with DATABASE_URL runs both services on that database, without an engine of its own", async () => {
  await using folder = await workFolder();
  await using database = await testDatabase();
  const home = join(folder.path, ".cofre");
  await using program = cofre("start", { DATABASE_URL: database.url, ...ANY_PORTS }, folder.path);
  const ports = await portsOf(program);
  assert.match(program.output, /^ +database +yours, by DATABASE_URL$/m);
  assert.ok(!program.output.includes("postgres://"), "the connection string holds a password");
  const ca = await readFile(join(home, "tls/certificate.pem"), "utf8");
  await becomesReady(() => call(`http://127.0.0.1:${ports.auth}/ready`));
  await becomesReady(() => call(`https://127.0.0.1:${ports.finance}/rest/v2/ready`, { ca, headers: { "user-agent": "t" } }));
  assert.equal(await embeddedServer(home), undefined);
  assert.deepEqual(await schemasOf(database.url), ["auth", "finance"]);
  program.kill("SIGTERM");
  assert.deepEqual(await program.ended, { code: 0, signal: null });
});

/** At once, unless a busy machine delays the event loop by half a second. */
async function becomesReady(ask: () => Promise<Reply>): Promise<void> {
  const reply = await until("an answer other than 503", async () => {
    const each = await ask();
    return each.status !== 503 && each;
  });
  assert.equal(reply.status, 200, reply.text);
}

test("a service alone keeps what was compiled for the next start while it runs: one that is killed could not at its end", async () => {
  await using folder = await workFolder();
  await using database = await testDatabase();
  const compiled = join(folder.path, "compiled");
  const variables = { ...authVariables(database.url), NODE_COMPILE_CACHE: compiled };
  await using auth = cofre("auth", variables, folder.path, SOURCES);
  await until("what was compiled", async () => {
    const names = await readdir(compiled, { recursive: true }).catch(() => []);
    return names.length > 100;
  });
  auth.kill("SIGKILL");
  assert.deepEqual(await auth.ended, { code: null, signal: "SIGKILL" });
});

function authVariables(databaseUrl: string) {
  return {
    AUTHSVC_SITE_URL: "https://app.example.com",
    AUTHSVC_API_EXTERNAL_URL: "https://auth.example.com",
    AUTHSVC_JWT_SECRET: JWT_SECRET,
    AUTHSVC_DB_DATABASE_URL: databaseUrl,
    AUTHSVC_API_PORT: "0",
  };
}

test("auth alone logs JSON lines to standard output and serves; finance alone likewise", async () => {
  await using folder = await workFolder();
  await using database = await testDatabase();
  await using auth = cofre("auth", authVariables(database.url), folder.path);
  const authPort = await loggedPort(auth, "auth listens");
  const admin = signerOf("HS256", secretKeyOf(JWT_SECRET))({ role: "service_role", aud: "authenticated", exp: 4_102_444_800 });
  const financeVariables = {
    FINANCE_DATABASE_URL: database.url,
    FINANCE_PORT: "0",
    FINANCE_AUTH_URL: `http://127.0.0.1:${authPort}`,
    FINANCE_AUTH_TOKEN: admin,
  };
  await using finance = cofre("finance", financeVariables, folder.path);
  const financePort = await loggedPort(finance, "finance listens");
  assert.equal((await call(`http://127.0.0.1:${authPort}/settings`)).status, 200);
  const ca = await readFile(join(folder.path, ".cofre/tls/certificate.pem"), "utf8");
  assert.equal((await call(`https://127.0.0.1:${financePort}/health`, { ca, headers: { "user-agent": "t" } })).status, 200);
  const account = { email: "ana@example.com", password: "correct horse", email_confirm: true };
  const headers = { authorization: `Bearer ${admin}` };
  await call(`http://127.0.0.1:${authPort}/admin/users`, { method: "POST", body: account, headers });
  const ana = { "user-agent": "t", authorization: `Basic ${btoa("ana@example.com:correct horse")}` };
  const me = await call(`https://127.0.0.1:${financePort}/rest/v2/users/me`, { ca, headers: ana });
  assert.deepEqual([me.status, (me.body as { email: string }).email], [200, "ana@example.com"]);
  for (const program of [finance, auth]) {
    program.kill("SIGTERM");
    assert.deepEqual(await program.ended, { code: 0, signal: null });
    assert.equal(program.errors, "");
    assert.equal(linesOf(program).at(-1)?.msg, "stopped");
  }
  const warning = linesOf(auth).find(({ level }) => level === "warn");
  assert.match(warning?.msg ?? "", /^AUTHSVC_SMTP_HOST: not set, so no mail can be sent$/);
  const refused = linesOf(finance).find(({ level }) => level === "warn");
  assert.match(
    refused?.msg ?? "",
    /^FINANCE_JWT_SECRET: not set, and FINANCE_JWKS_URL neither, so access tokens .* are refused$/,
  );
  assert.ok(!(auth.output + finance.output).includes(admin), "tokens are not logged");
});

test("auth alone ends with code 1 and a sentence where the database refuses the password", async () => {
  await using folder = await workFolder();
  await using database = await testDatabase();
  const url = new URL(database.url);
  url.password = "geheim";
  const required = {
    SITE_URL: "https://a.example",
    API_EXTERNAL_URL: "https://b.example",
    JWT_SECRET,
    DB_DATABASE_URL: url.href,
  };
  const variables = Object.fromEntries(Object.entries(required).map(([name, value]) => [`AUTHSVC_${name}`, value]));
  const { code, output, errors } = await runToEnd(["auth"], variables, folder.path);
  assert.equal(code, 1);
  assert.match(errors, /^The database cannot be used: password authentication failed for user "cofre"\.$/m);
  assert.ok(!(output + errors).includes("geheim"));
});

test("migrate says what it applied, and the second time that there is nothing to do", async () => {
  await using folder = await workFolder();
  await using database = await testDatabase();
  const variables = { DATABASE_URL: database.url, AUTHSVC_DB_NAMESPACE: "people" };
  const first = await runToEnd(["migrate"], variables, folder.path);
  assert.deepEqual({ code: first.code, errors: first.errors }, { code: 0, errors: "" });
  assert.match(first.output, /^people: applied 001_\w+\.sql.*\nfinance: applied 001_\w+\.sql.*\n$/);
  const server = await plainClient(database.url);
  const schemas = await server.query(
    `select distinct schemaname from pg_tables where tablename in ('migrations', '_private_jobs') order by 1`,
  );
  await server[Symbol.asyncDispose]();
  assert.deepEqual(
    schemas.map(({ schemaname }) => schemaname),
    ["finance", "finance_jobs", "people", "people_jobs"],
  );
  const second = await runToEnd(["migrate"], variables, folder.path);
  assert.deepEqual(second, { code: 0, errors: "", output: "people: up to date\nfinance: up to date\n" });
});

test("migrate with the database of one service brings that one up to date, and makes no embedded database for the other", async () => {
  await using folder = await workFolder();
  await using database = await testDatabase();
  const cases = [
    [
      "FINANCE_DATABASE_URL",
      /^auth: skipped, because neither DATABASE_URL nor .*\nfinance: applied 001_\w+\.sql.*\n$/,
      ["finance"],
    ],
    [
      "AUTHSVC_DB_DATABASE_URL",
      /^auth: applied 001_\w+\.sql.*\nfinance: skipped, because neither DATABASE_URL nor .*\n$/,
      ["auth", "finance"],
    ],
  ] as const;
  for (const [variable, output, schemas] of cases) {
    const migrated = await runToEnd(["migrate"], { [variable]: database.url }, folder.path);
    assert.deepEqual({ code: migrated.code, errors: migrated.errors }, { code: 0, errors: "" });
    assert.match(migrated.output, output);
    assert.deepEqual(await schemasOf(database.url), schemas);
  }
  assert.deepEqual(await readdir(folder.path), []);
});

test("migrate leaves a schema that another server made as it is, names it and ends with code 1", async () => {
  await using folder = await workFolder();
  await using database = await testDatabase();
  const sql = await plainClient(database.url);
  try {
    await sql.query("create schema auth; create table auth.users (id uuid primary key); create table auth.schema_migrations ()");
    const { code, errors } = await runToEnd(["migrate"], { DATABASE_URL: database.url }, folder.path);
    assert.equal(code, 1);
    assert.match(
      errors,
      /^The schema "auth" of this database belongs to another server and was not changed\. .* import supabase/,
    );
    const tables = await sql.query(
      `select relname from pg_class where relnamespace = 'auth'::regnamespace and relkind = 'r' order by 1`,
    );
    assert.deepEqual(
      tables.map(({ relname }) => relname),
      ["schema_migrations", "users"],
    );
  } finally {
    await sql[Symbol.asyncDispose]();
  }
});

test("auth with the environment of a deployment says in its own words what it misses, and stops at the old server's tables", async () => {
  await using folder = await workFolder();
  await using database = await testDatabase();
  const samples = JSON.parse(await readFile(new URL("../auth/config/deployments.test.json", import.meta.url), "utf8"));
  const sql = await plainClient(database.url);
  const variables = {
    ...(samples.nothing_filled_in as Record<string, string>),
    ...{ GOTRUE_DB_DATABASE_URL: database.url, GOTRUE_API_HOST: "127.0.0.1", GOTRUE_API_PORT: "0" },
  };
  try {
    await sql.query("create schema auth; create table auth.users (id uuid primary key); create table auth.schema_migrations ()");
    const { code, errors } = await runToEnd(["auth"], variables, folder.path);
    assert.equal(code, 1);
    assert.match(
      errors,
      /^The schema "auth" .* Set GOTRUE_DB_NAMESPACE to the name of a schema for Cofre, such as cofre_auth, /m,
    );
    await using program = cofre("auth", { ...variables, DB_NAMESPACE: "cofre_auth" }, folder.path);
    const port = await loggedPort(program, "auth listens");
    const warned = linesOf(program).filter(({ level, msg }) => level === "warn" && msg.startsWith("GOTRUE_"));
    assert.deepEqual(
      warned.map(({ msg }) => msg.replace(/(: .{0,60}).*/, "$1")),
      [
        "GOTRUE_SMS_PROVIDER: is twilio, and no text message can be sent without GOTRUE_SM",
        "GOTRUE_SMTP_HOST: not set, so no mail can be sent",
      ],
    );
    const otp = { method: "POST", body: { phone: "15551234567" } };
    const reply = await call(`http://127.0.0.1:${port}/auth/v1/otp`, otp);
    assert.deepEqual([reply.status, (reply.body as { error_code: string }).error_code], [422, "sms_send_failed"]);
    program.kill("SIGTERM");
    assert.deepEqual(await program.ended, { code: 0, signal: null });
  } finally {
    await sql[Symbol.asyncDispose]();
  }
});

async function schemasOf(url: string): Promise<string[]> {
  const sql = await plainClient(url);
  try {
    const rows = await sql.query(`select nspname from pg_namespace where nspname in ('auth', 'finance') order by 1`);
    return rows.map(({ nspname }) => nspname as string);
  } finally {
    await sql[Symbol.asyncDispose]();
  }
}

interface LogLine {
  level: string;
  service: string;
  msg: string;
  port?: number;
}

/** Fails if a line is not JSON. */
function linesOf(program: Program): LogLine[] {
  return program.output
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line) as LogLine);
}

async function loggedPort(program: Program, message: string): Promise<number> {
  await program.says(new RegExp(`"msg":"${message}".*\n`));
  return linesOf(program).find(({ msg }) => msg === message)?.port as number;
}
