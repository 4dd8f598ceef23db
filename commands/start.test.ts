// These tests share one COFRE_HOME and build on each other, like starts on one machine.
import assert from "node:assert/strict";
import { readdir, readFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { after, before, test } from "node:test";
import { openerOf, secretKeyOf } from "../kernel/jws.ts";
import { call, type Reply } from "../kernel/testing/client.ts";
import { runCurls } from "./testing/curl.ts";
import {
  ANY_PORTS,
  cofre,
  embeddedServer,
  isRunning,
  otherProgramOnPort,
  type Ports,
  type Program,
  portsOf,
  processesNaming,
  runToEnd,
  SOURCES,
  workFolder,
} from "./testing.ts";

const AGENT = { "user-agent": "Tests (tests@example.com)" };

let folder: Awaited<ReturnType<typeof workFolder>>;
let home: string;
let variables: Record<string, string>;

before(async () => {
  folder = await workFolder();
  home = join(folder.path, "a home");
  variables = { COFRE_HOME: home, ...ANY_PORTS };
});

after(() => folder[Symbol.asyncDispose]());

test("start on an empty folder, in a path with a space, brings up both services and prints what one needs", async () => {
  await using program = cofre("start", variables, folder.path, SOURCES);
  const ports = await portsOf(program);

  const secrets = JSON.parse(await readFile(join(home, "secrets.json"), "utf8")) as { jwtSecret: string };
  const [, token] = await program.says(/admin token, valid until \d{4}-\d\d-\d\d:\n +(\S+)\n/);
  const claims = openerOf("HS256", secretKeyOf(secrets.jwtSecret))(token as string);
  assert.equal(claims.role, "service_role");
  await assertCurlLines(program.output, ports);

  const settings = await call(`http://127.0.0.1:${ports.auth}/settings`);
  assert.equal(settings.status, 200);
  assert.equal((settings.body as { disable_signup: unknown }).disable_signup, false);
  const ca = await readFile(join(home, "tls/certificate.pem"), "utf8");
  const me = await call(`https://localhost:${ports.finance}/rest/v2/users/me`, { ca, headers: AGENT });
  assert.deepEqual({ status: me.status, body: me.body }, { status: 401, body: { error: "Não autorizado" } });
  const plain = await call(`http://127.0.0.1:${ports.finance}/rest/v2/users/me`, { headers: AGENT });
  assert.equal(plain.status, 403);
  assert.equal(typeof (plain.body as { error: unknown }).error, "string");

  const someone = { email: "eva@example.com", password: "correct horse", data: { locale: "pt-BR" } };
  assert.equal((await call(`http://127.0.0.1:${ports.auth}/signup`, { method: "POST", body: someone })).status, 200);
  const [line, path = ""] = await program.says(/^mail to eva@example\.com: "Confirme seu cadastro" is in '?(.+\.eml)'?$/m);
  const mail = await readFile(resolve(folder.path, path), "utf8");
  assert.match(mail, /^To: eva@example\.com\r$/m);
  assert.doesNotMatch(line, /\b\d{6}\b/, "the code is in the file alone");

  await assertEndsCleanly(program, "SIGINT");
  const log = await readFile(join(home, "cofre.log"), "utf8");
  assert.doesNotMatch(log, /eva@example\.com/);
  assert.doesNotMatch(log, /"level":"(warn|error|fatal)"/, "a first start is nothing to worry about");
});

test("A second start on the same folder keeps the secrets and the database", async (context) => {
  const secrets = await readFile(join(home, "secrets.json"), "utf8");
  const began = performance.now();
  await using program = cofre("start", variables, folder.path);
  await portsOf(program);
  const seconds = (performance.now() - began) / 1000;
  // The duration depends on the machine's load; `npm run faults` measures it.
  context.diagnostic(`ready after ${seconds.toFixed(2)} s`);
  assert.doesNotMatch(program.output, /Creating a database/);
  assert.equal(await readFile(join(home, "secrets.json"), "utf8"), secrets);
  await assertEndsCleanly(program, "SIGTERM");
});

test("While one start runs, another on the same folder says so and ends; doctor finds the first one well", async () => {
  await using first = cofre("start", variables, folder.path);
  const ports = await portsOf(first);
  const second = await runToEnd(["start"], variables, folder.path);
  assert.equal(second.code, 1);
  assert.match(
    second.errors,
    new RegExp(`^The database in .*a home is in use by another Cofre, process ${first.pid}\\. Stop .*\n$`),
  );

  const sameports = { AUTHSVC_API_PORT: String(ports.auth), FINANCE_PORT: String(ports.finance) };
  const { code, output } = await runToEnd(["doctor"], { ...variables, ...sameports }, folder.path);
  assert.equal(code, 0, output);
  assert.match(output, /^ok +port of auth: \d+: Cofre auth is running, version /m);
  assert.match(output, /^ok +port of finance: \d+: Cofre finance is running, version /m);
  assert.match(output, /^ok +embedded database: runs as process \d+$/m);
  assert.match(output, /^ok +schema finance: up to date$/m);

  assert.equal((await call(`http://127.0.0.1:${ports.auth}/ready`)).status, 200);
  await assertEndsCleanly(first, "SIGTERM");
});

test("A taken port is named with its variable, and nothing is left running", async () => {
  await using stranger = await otherProgramOnPort();
  const port = String(stranger.port);
  const metrics = { AUTHSVC_METRICS_ENABLED: "true", AUTHSVC_METRICS_EXPORTER: "prometheus" };
  const cases: [Record<string, string>, RegExp][] = [
    [{ AUTHSVC_API_PORT: port }, new RegExp(`^Port ${port} is taken .*set AUTHSVC_API_PORT to a free port\\.\n$`)],
    [{ FINANCE_PORT: port }, new RegExp(`^Port ${port} is taken .*set FINANCE_PORT to a free port\\.\n$`)],
    [{ ...metrics, OTEL_EXPORTER_PROMETHEUS_PORT: port }, new RegExp(`^OTEL_EXPORTER_PROMETHEUS_PORT: port ${port} .*\n$`)],
  ];
  for (const [taken, message] of cases) {
    await using program = cofre("start", { ...variables, ...taken }, folder.path);
    assert.deepEqual(await program.ended, { code: 1, signal: null });
    assert.match(program.errors, message);
    assert.ok(!isRunning(-program.pid));
    assert.deepEqual(await processesNaming(home), []);
  }
});

test("A log file that cannot be opened is named without a stack, and nothing is left running", async () => {
  await using program = cofre("start", { ...variables, AUTHSVC_LOG_FILE: join(home, "no/such/folder.log") }, folder.path);
  assert.deepEqual(await program.ended, { code: 1, signal: null });
  assert.match(program.errors, /^LOG_FILE: cannot open .*\n$/);
  assert.deepEqual(await processesNaming(home), []);
});

test("When the embedded database dies, start says so and ends with code 1", async () => {
  await using program = cofre("start", variables, folder.path);
  await portsOf(program);
  process.kill((await embeddedServer(home))?.pid as number, "SIGKILL");
  assert.deepEqual(await program.ended, { code: 1, signal: null });
  assert.match(program.errors, /^PostgreSQL ended/m);
  assert.ok(!isRunning(-program.pid));
});

/** Signs up, creates a transaction and lists it. The quoting must work with a space in the path. */
async function assertCurlLines(output: string, ports: Ports): Promise<void> {
  const lines = output.match(/^ +curl .*$/gm) ?? [];
  assert.equal(lines.length, 3);
  const replies = await runCurls(lines.join("\n"), folder.path);
  const [signedUp, created, listed] = replies as [Reply, Reply, Reply];
  assert.deepEqual([signedUp.status, created.status, listed.status], [200, 201, 200], replies.map(({ text }) => text).join("\n"));
  assert.equal((signedUp.body as { email: string }).email, "ana@example.com");
  const [{ description, amount_cents: cents } = {}] = listed.body as { description?: string; amount_cents?: number }[];
  assert.deepEqual([description, cents], ["Coffee", -450]);
  assert.equal((created.body as { id: number }).id, (listed.body as { id: number }[])[0]?.id);

  const account = { email: "ana@example.com", password: "correct horse" };
  const signIn = await call(`http://127.0.0.1:${ports.auth}/token?grant_type=password`, { method: "POST", body: account });
  const { access_token: token } = signIn.body as { access_token: string };
  const ca = await readFile(join(home, "tls/certificate.pem"), "utf8");
  const headers = { ...AGENT, authorization: `Bearer ${token}` };
  const me = await call(`https://localhost:${ports.finance}/rest/v2/users/me`, { ca, headers });
  assert.deepEqual([me.status, (me.body as { email: string }).email], [200, "ana@example.com"]);
}

async function assertEndsCleanly(program: Program, signal: NodeJS.Signals): Promise<void> {
  const server = await embeddedServer(home);
  assert.ok(server);
  program.kill(signal);
  assert.deepEqual(await program.ended, { code: 0, signal: null }, program.errors);
  assert.equal(program.errors, "");
  assert.ok(!isRunning(-program.pid), "a process of the group is left");
  assert.deepEqual(await processesNaming(home), []);
  assert.deepEqual(await processesNaming(`cofre-watcher ${server.pid}`), []);
  assert.deepEqual((await readdir(folder.path)).sort(), ["a home"]);
}
