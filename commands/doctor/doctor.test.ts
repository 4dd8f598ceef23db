import assert from "node:assert/strict";
import { mkdir, readdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { freePort } from "../../kernel/embedded_postgres/free_port.ts";
import { issueCertificate } from "../../kernel/http/issue_certificate.ts";
import { testDatabase } from "../../kernel/testing/database.ts";
import { startHttpSink } from "../../kernel/testing/http_sink.ts";
import { plainClient } from "../../kernel/testing/plain_client.ts";
import { startSmtpSink } from "../../kernel/testing/smtp_sink.ts";
import { ANY_PORTS, openShell, otherProgramOnPort, runToEnd, type Shell, type Variables, workFolder } from "../testing.ts";

const DAY_MS = 86_400_000;
/** Used in every test as a secret, and never printed. */
const SECRET = "geheim-4711-geheim-4711-geheim-4711-geheim";

let folder: Awaited<ReturnType<typeof workFolder>>;
let shell: Shell;

before(async () => {
  folder = await workFolder();
  shell = openShell(ANY_PORTS, folder.path);
});

after(async () => {
  await shell[Symbol.asyncDispose]();
  await folder[Symbol.asyncDispose]();
});

async function doctor(variables: Variables) {
  return check(await shell.run(["doctor"], variables));
}

function check<Result extends { output: string; errors: string }>(result: Result) {
  const { output, errors } = result;
  assert.equal(errors, "");
  assert.ok(!output.includes(SECRET), output);
  const lines = output.split("\n\n")[0]?.split("\n") ?? [];
  for (const line of lines) assert.match(line, /^(ok {2}|warn|FAIL) {2}\w.*: \S/);
  return { ...result, failures: lines.filter((line) => line.startsWith("FAIL")) };
}

test("doctor before the first start finds all well, tells what will be made, and makes nothing", async () => {
  const [authPort, financePort, webPort] = [await freePort(), await freePort(), await freePort()];
  const ports = { AUTHSVC_API_PORT: String(authPort), FINANCE_PORT: String(financePort), WEB_PORT: String(webPort) };
  const { code, output } = check(await runToEnd(["doctor"], ports, folder.path));
  assert.equal(code, 0, output);
  assert.match(output, /^ok +Node: \d+\.\d+\.\d+$/m);
  assert.match(output, /^ok +configuration: all variables are valid$/m);
  assert.match(output, /^ok +COFRE_HOME .*\.cofre: will be created at the first start$/m);
  assert.match(output, /^ok +embedded PostgreSQL: 18\.\S+ is installed$/m);
  assert.match(output, /^ok +embedded database: will be created at the first start$/m);
  assert.match(output, new RegExp(`^ok +port of auth: ${authPort} is free$`, "m"));
  assert.match(output, new RegExp(`^ok +port of finance: ${financePort} is free$`, "m"));
  assert.match(output, new RegExp(`^ok +port of web: ${webPort} is free$`, "m"));
  assert.match(output, /^ok +certificate: a self-signed one will be created at the first start$/m);
  assert.match(
    output,
    /^ok +mail: AUTHSVC_SMTP_HOST is not set: start writes mail to \S+mailbox; auth run alone cannot send any$/m,
  );
  assert.match(output, /^ok +passkeys: both factors if the device verifies its user; .*AUTHSVC_PASSKEY_UV_AAL2=false/m);
  assert.match(output, /\n\nAll checks passed\.\n$/);
  assert.deepEqual(await readdir(folder.path), []);
});

test("doctor tells where all sessions came through one proxy, and names the variables that end it", async () => {
  await using database = await testDatabase();
  const variables = { DATABASE_URL: database.url };
  await shell.run(["migrate"], variables);
  const sql = await plainClient(database.url);
  const people = (from: number, to: number, ip: string) =>
    sql.query(`
      with people as (
        insert into auth.users (id, aud, role, email, created_at, updated_at)
        select gen_random_uuid(), 'authenticated', 'authenticated', 'user' || n || '@mail.test', now(), now()
          from generate_series(${from}, ${to}) as n
        returning id)
      insert into auth.sessions (id, user_id, amr, refreshed_at, ip, created_at)
      select gen_random_uuid(), id, '[]', now(), '${ip}', now() from people`);
  try {
    await people(1, 19, "172.18.0.5");
    assert.doesNotMatch((await doctor(variables)).output, /All clients share one address/, "too few to tell");
    await people(20, 24, "172.18.0.5");
    assert.match(
      (await doctor(variables)).output,
      /^warn +All clients share one address: The newest 24 sessions, of 24 users, all came from 172\.18\.0\.5, .*AUTHSVC_TRUSTED_PROXIES.*AUTHSVC_RATE_LIMIT_HEADER\.$/m,
    );
    await people(25, 25, "198.51.100.7");
    assert.doesNotMatch((await doctor(variables)).output, /All clients share one address/);
  } finally {
    await sql[Symbol.asyncDispose]();
  }
});

test("doctor looks at the operator's database: version, settings that lose writes, each schema", async () => {
  await using database = await testDatabase();
  const variables = { DATABASE_URL: database.url };
  const empty = await doctor(variables);
  assert.equal(empty.code, 0, empty.output);
  assert.match(empty.output, /^ok +database 127\.0\.0\.1:\d+\/test_\w+: PostgreSQL \d+\.\d+ answers$/m);
  assert.match(empty.output, /^warn +database .*: fsync = off: acknowledged writes can be lost in a crash; turn it on$/m);
  assert.match(empty.output, /^ok +database .*: our connections override: statement_timeout = 5000 \(0 here\), /m);
  assert.doesNotMatch(empty.output, /jit/, "where the server has it off there is nothing to tell");
  assert.match(empty.output, /^ok +schema auth: is empty; the first start fills it$/m);
  assert.doesNotMatch(empty.output, /embedded/);

  const sql = await plainClient(database.url);
  try {
    const [match] = await sql.query(`select count(*)::int as schemas from pg_namespace where nspname in ('auth', 'finance')`);
    assert.equal(match?.schemas, 0, "it changes nothing");
    await shell.run(["migrate"], variables);
    await sql.query(
      `select setval('finance.accounts_id_seq', 1073741822), setval('finance.transactions_id_seq', 4503599627370494)`,
    );
    assert.doesNotMatch((await doctor(variables)).output, /sequence/, "not half of them yet");
    await sql.query(
      `select setval('finance.accounts_id_seq', 1073741824), setval('finance.transactions_id_seq', 4503599627370496)`,
    );
    await sql.query(`select setval('auth.audit_log_entries_number_seq', 6755399441055744)`);
    const used = await doctor(variables);
    assert.equal(used.code, 0, used.output);
    assert.match(used.output, /^warn +sequence auth\.audit_log_entries_number_seq: has used 75 % of its ids .*$/m);
    assert.match(
      used.output,
      /^warn +sequence finance\.accounts_id_seq: has used 50 % of its ids \(1073741824 of 2147483647\); .*$/m,
    );
    assert.match(used.output, /^warn +sequence finance\.transactions_id_seq: has used 50 % of its ids .*$/m);
    await sql.query(`delete from finance.migrations`);
    const migrated = await doctor(variables);
    assert.match(migrated.output, /^ok +schema auth: up to date$/m);
    assert.match(migrated.output, /^ok +schema finance: has pending migrations; .*npm run migrate$/m);

    await sql.query("drop schema auth cascade; create schema auth; create table auth.users ()");
    const foreign = await doctor(variables);
    assert.equal(foreign.code, 1);
    assert.match(foreign.failures.join("\n"), /^FAIL +schema auth: belongs to another server .*AUTHSVC_DB_NAMESPACE.*$/);

    await sql.query(`create role doctor_${process.pid} login password '${SECRET}'; drop schema auth cascade`);
    const url = new URL(database.url);
    url.username = `doctor_${process.pid}`;
    url.password = SECRET;
    const weak = await doctor({ DATABASE_URL: url.href });
    assert.equal(weak.code, 1);
    assert.match(weak.failures.join("\n"), /^FAIL +schema auth: .*grant it CREATE on the database$/m);
  } finally {
    await sql.query(`drop role if exists doctor_${process.pid}`);
    await sql[Symbol.asyncDispose]();
  }
});

test("doctor tells what of the operator's settings differs, and which of it matters", async () => {
  await using database = await testDatabase();
  const sql = await plainClient(database.url);
  const set = (name: string, value: string) =>
    sql.query(`alter database ${new URL(database.url).pathname.slice(1)} set ${name} = '${value}'`);
  try {
    await set("jit", "on");
    await set("DateStyle", "German");
    const strange = await doctor({ DATABASE_URL: database.url });
    assert.equal(strange.code, 0, strange.output);
    assert.match(
      strange.output,
      /^ok +database .*: our connections override: jit = off \(on here\), .*DateStyle = ISO, MDY \(German, DMY here\)/m,
    );
    await set("default_transaction_read_only", "on");
    const closed = await doctor({ DATABASE_URL: database.url });
    assert.equal(closed.code, 1);
    assert.match(
      closed.failures.join("\n"),
      /^FAIL +database .*: transaction_read_only = on: it is a standby, or .*; use a server that accepts writes$/,
    );
  } finally {
    await sql[Symbol.asyncDispose]();
  }
});

test("doctor and start refuse a database whose encoding cannot hold every text, and a URL with a setting that nobody knows", async () => {
  await using database = await testDatabase();
  const name = `latin_${process.pid}`;
  const sql = await plainClient(database.url);
  try {
    await sql.query(`create database ${name} encoding 'LATIN1' template template0 locale 'C'`);
    const DATABASE_URL = database.url.replace(/test_\w+$/, name);
    const result = await doctor({ DATABASE_URL });
    assert.match(
      result.failures.join("\n"),
      /^FAIL +database .*: The database is encoded in LATIN1, .* encoding 'UTF8' template template0\. /,
    );
    const migrated = await shell.run(["migrate"], { DATABASE_URL });
    assert.deepEqual([migrated.code, /encoded in LATIN1/.test(migrated.errors)], [1, true]);
    const unknown = await doctor({ DATABASE_URL: `${database.url}?channel_bindings=require` });
    assert.match(unknown.failures.join("\n"), /unrecognized configuration parameter "channel_bindings"/);
  } finally {
    await sql.query(`drop database if exists ${name}`);
    await sql[Symbol.asyncDispose]();
  }
});

test("doctor says that the database is away, or refuses the password, and what to do", async () => {
  await using database = await testDatabase();
  const away = await doctor({ DATABASE_URL: `postgres://cofre:${SECRET}@127.0.0.1:${await freePort()}/cofre` });
  assert.equal(away.code, 1);
  assert.equal(away.failures.length, 1);
  assert.match(
    away.failures[0] ?? "",
    /^FAIL +database 127\.0\.0\.1:\d+\/cofre: .*nothing listens .* Start it, or correct .*DATABASE_URL/,
  );
  const url = new URL(database.url);
  url.password = SECRET;
  const refused = await doctor({ DATABASE_URL: url.href });
  assert.equal(refused.code, 1);
  assert.match(refused.failures.join("\n"), /^FAIL +database .*password authentication failed/);
});

test("doctor tells every fault of the configuration, and a weak secret as a failure", async () => {
  const { code, failures, output } = await doctor({
    AUTHSVC_JWT_SECRET: "geheim",
    AUTHSVC_SITE_URL: "nowhere",
    FINANCE_TLS_KEY: "key.pem",
    AUTHSVC_JWT_SECRT: SECRET,
    DATABASE_URL: `mysql://u:${SECRET}@h/d`,
  });
  assert.equal(code, 1);
  assert.ok(!output.includes("geheim"));
  const subjects = failures.map((line) => line.match(/^FAIL +configuration: (\w+): /)?.[1]).sort();
  assert.deepEqual(subjects, ["AUTHSVC_JWT_SECRET", "AUTHSVC_SITE_URL", "DATABASE_URL", "FINANCE_TLS_CERT"]);
  assert.match(output, /^FAIL +configuration: AUTHSVC_JWT_SECRET: .*use 32 random bytes or more/m);
  assert.match(output, /^warn +configuration: AUTHSVC_JWT_SECRT: .*did you mean AUTHSVC_JWT_SECRET\?$/m);
});

test("doctor names the variable of each port that somebody else has, and of a port given twice", async () => {
  await using stranger = await otherProgramOnPort();
  const port = String(stranger.port);
  const free = String(await freePort());
  const metrics = { AUTHSVC_METRICS_ENABLED: "true", AUTHSVC_METRICS_EXPORTER: "prometheus" };
  const result = await doctor({
    PORT: port,
    AUTHSVC_API_PORT: "",
    FINANCE_PORT: free,
    ...metrics,
    OTEL_EXPORTER_PROMETHEUS_PORT: free,
  });
  assert.equal(result.code, 1);
  assert.deepEqual(result.failures, [
    `FAIL  port of auth: ${port} is taken by another program; stop that program, or set PORT or AUTHSVC_API_PORT to a free port`,
    `FAIL  port for Prometheus: ${free} is the port of finance too; set OTEL_EXPORTER_PROMETHEUS_PORT to another`,
  ]);
  const finance = await doctor({ FINANCE_PORT: port, OTEL_EXPORTER_PROMETHEUS_PORT: port });
  assert.deepEqual(finance.failures, [
    `FAIL  port of finance: ${port} is taken by another program; stop that program, or set FINANCE_PORT to a free port`,
  ]);
});

test("doctor tells an expired certificate, one that soon will be, a pair that does not match, and a missing file", async () => {
  const expired = await certificate("expired", -2);
  const soon = await certificate("soon", 20);
  const good = await certificate("good", 200);
  const cases: [Variables, number, RegExp][] = [
    [
      expired,
      1,
      /^FAIL +certificate: \S+expired\.pem expired on \d{4}-\d\d-\d\d: .*renew it and set FINANCE_TLS_CERT and FINANCE_TLS_KEY$/m,
    ],
    [soon, 0, /^warn +certificate: \S+soon\.pem expires on \d{4}-\d\d-\d\d: renew it before that day$/m],
    [good, 0, /^ok +certificate: \S+good\.pem is valid until \d{4}-\d\d-\d\d$/m],
    [{ ...good, FINANCE_TLS_KEY: soon.FINANCE_TLS_KEY }, 1, /^FAIL +certificate: .*they do not belong together/m],
    [
      { ...good, FINANCE_TLS_CERT: join(folder.path, "none") },
      1,
      /^FAIL +certificate: FINANCE_TLS_CERT: \S+none cannot be read \(ENOENT\)/m,
    ],
  ];
  for (const [variables, code, line] of cases) {
    const result = await doctor(variables);
    assert.match(result.output, line);
    assert.equal(result.code, code, result.output);
  }
});

test("doctor tries the mail server: well, refusing us, refusing the sign-in, away", async () => {
  await using sink = await startSmtpSink({ auth: { user: "ana", pass: SECRET } });
  const server = {
    AUTHSVC_SMTP_HOST: sink.host,
    AUTHSVC_SMTP_PORT: String(sink.port),
    AUTHSVC_SMTP_ADMIN_EMAIL: "a@example.com",
  };
  const ana = { ...server, AUTHSVC_SMTP_USER: "ana", AUTHSVC_SMTP_PASS: SECRET };
  const well = await doctor(ana);
  assert.equal(well.code, 0, well.output);
  assert.match(well.output, /^ok +mail: 127\.0\.0\.1, port \d+, accepts the sign-in$/m);
  assert.deepEqual(sink.messages, []);

  const signIn = await doctor({ ...ana, AUTHSVC_SMTP_USER: "eva" });
  assert.equal(signIn.code, 1);
  assert.match(
    signIn.failures.join("\n"),
    /^FAIL +mail: .* rejects the sign-in: correct AUTHSVC_SMTP_USER and AUTHSVC_SMTP_PASS; it said: 535 /,
  );

  sink.mode = "refuse";
  const refused = await doctor(ana);
  assert.equal(refused.code, 1);
  assert.match(refused.failures.join("\n"), /^FAIL +mail: .* rejects the connection: .*421 /);

  const away = await doctor({ ...ana, AUTHSVC_SMTP_PORT: String(await freePort()) });
  assert.equal(away.code, 1);
  assert.match(away.failures.join("\n"), /^FAIL +mail: .* cannot be reached .*correct AUTHSVC_SMTP_HOST and AUTHSVC_SMTP_PORT/);
});

test("doctor tells damaged secrets without showing them, and a COFRE_HOME that is no folder", async () => {
  const home = join(folder.path, "damaged");
  await mkdir(home);
  await writeFile(join(home, "secrets.json"), `{"jwtSecret": "${SECRET}`);
  const damaged = await doctor({ COFRE_HOME: home });
  assert.equal(damaged.code, 1);
  assert.match(damaged.failures.join("\n"), /^FAIL +secrets: \S+secrets\.json is damaged\. Restore a copy/);
  const file = await doctor({ COFRE_HOME: join(home, "secrets.json") });
  assert.equal(file.code, 1);
  assert.match(file.failures.join("\n"), /^FAIL +COFRE_HOME .*is not a folder\. Set COFRE_HOME to another$/m);
});

test("doctor asks the auth service that finance is configured with: whether it answers, takes the token, publishes keys", async () => {
  let status = 200;
  await using sink = await startHttpSink(({ path, headers }) => {
    if (path === "/keys") return { status: 200, body: { keys: [{}, {}] } };
    return { status: headers.authorization === `Bearer ${SECRET}` ? status : 401 };
  });
  const variables = { FINANCE_AUTH_URL: sink.url, FINANCE_AUTH_TOKEN: SECRET, FINANCE_JWKS_URL: `${sink.url}/keys` };
  const well = await doctor(variables);
  assert.equal(well.code, 0, well.output);
  assert.match(well.output, /^ok +finance's auth service: answers and accepts the token$/m);
  assert.match(well.output, /^ok +keys of finance's auth service: 2 published$/m);

  const refused = await doctor({ ...variables, FINANCE_AUTH_TOKEN: "another" });
  assert.equal(refused.code, 1);
  assert.match(
    refused.failures.join("\n"),
    /^FAIL +finance's auth service: .*it rejects FINANCE_AUTH_TOKEN; create one with a role/,
  );

  status = 500;
  const broken = await doctor({ ...variables, FINANCE_JWKS_URL: sink.url });
  assert.equal(broken.failures.length, 2, broken.output);
  assert.match(broken.failures.join("\n"), /^FAIL +finance's auth service: FINANCE_AUTH_URL: it answered with status 500$/m);
  assert.match(broken.failures.join("\n"), /^FAIL +keys of .*: FINANCE_JWKS_URL: its answer is not a set of keys$/m);

  const away = await doctor({ ...variables, FINANCE_AUTH_URL: `http://127.0.0.1:${await freePort()}` });
  assert.match(away.failures.join("\n"), /^FAIL +finance's auth service: FINANCE_AUTH_URL: it cannot be reached: ECONNREFUSED$/m);
});

async function certificate(name: string, daysLeft: number) {
  const paths = { FINANCE_TLS_CERT: join(folder.path, `${name}.pem`), FINANCE_TLS_KEY: join(folder.path, `${name}.key`) };
  const end = Date.now() + daysLeft * DAY_MS;
  const dates = { from: new Date(end - 400 * DAY_MS), until: new Date(end) };
  const created = await issueCertificate({ commonName: name, names: [name], ...dates });
  await writeFile(paths.FINANCE_TLS_CERT, created.cert);
  await writeFile(paths.FINANCE_TLS_KEY, created.key);
  return paths;
}
