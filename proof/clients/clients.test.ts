// Tests of `npm run clients`: parsing of the clients' files, and a run with a suite of three tests.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import { freePort } from "../../kernel/embedded_postgres/free_port.ts";
import { temporaryFolder } from "../../kernel/testing/folder.ts";
import { ROOT } from "../../kernel/testing/root.ts";
import { readCompose } from "./compose.ts";
import { count, needServer, readGo, readJest, readJunit } from "./results.ts";
import { runSuite } from "./run_suite.ts";
import { SUITES } from "./suites.ts";

const COMPOSE = `# docker-compose.yml
version: '3'
services:
  gotrue: # Signup enabled, autoconfirm off
    image: supabase/auth:v2.185.0
    ports:
      - '9999:9999'
    environment:
      GOTRUE_JWT_SECRET: '37c304f8'
      GOTRUE_JWT_KEYS: '[{"kty":"oct","k":"a:b"}]'
      PORT: 9999
      GOTRUE_SMS_TWILIO_ACCOUNT_SID: '\${ACCOUNT}'
      GOTRUE_SMS_TWILIO_AUTH_TOKEN: "\${TOKEN}"
    depends_on:
      db:
        condition: service_healthy
  mail:
    image: inbucket:latest
    environment:
      PORT: 1
`;

test("the servers of a compose file are those that run Supabase Auth, with their variables", () => {
  assert.deepEqual(readCompose(COMPOSE), [
    {
      name: "gotrue",
      variables: {
        GOTRUE_JWT_SECRET: "37c304f8",
        GOTRUE_JWT_KEYS: '[{"kty":"oct","k":"a:b"}]',
        PORT: "9999",
        GOTRUE_SMS_TWILIO_ACCOUNT_SID: "unset",
        GOTRUE_SMS_TWILIO_AUTH_TOKEN: "unset",
      },
    },
  ]);
});

test("results of jest, pytest and go are read to the outcome of each test", () => {
  const assertionResults = ["passed", "failed", "pending", "passed"].map((status, at) => ({ fullName: `t${at % 3}`, status }));
  assert.deepEqual(
    [...readJest(JSON.stringify({ testResults: [{ name: "/x/a.test.ts", assertionResults }] }))],
    [
      ["a.test.ts: t0", "passed"],
      ["a.test.ts: t1", "failed"],
      ["a.test.ts: t2", "skipped"],
      ["a.test.ts: t0 (2)", "passed"],
    ],
  );
  const junit = `<testsuite><testcase classname="m" name="one" time="1"/><testcase classname="m" name="two"><failure message="x>y">a</failure></testcase>
    <testcase classname="m" name="three"><error>a</error></testcase><testcase classname="m" name="four"><skipped/></testcase></testsuite>`;
  assert.deepEqual([...readJunit(junit).values()], ["passed", "failed", "failed", "skipped"]);
  const go = ["run TestA", "pass TestA/inner", "pass TestA", "fail TestB", "skip TestC", "fail"].map((each) => {
    const [Action, Test] = each.split(" ");
    return JSON.stringify({ Action, Test });
  });
  assert.deepEqual(
    [...readGo(`text\n${go.join("\n")}`)],
    [
      ["TestA", "passed"],
      ["TestB", "failed"],
      ["TestC", "skipped"],
    ],
  );
});

test("tests that pass without a server, or are left out, are not counted", () => {
  const without = new Map([["a", "passed"] as const, ["b", "failed"] as const, ["c", "skipped"] as const]);
  const off = new Map([["a", "passed"] as const, ["b", "passed"] as const, ["c", "skipped"] as const, ["d", "failed"] as const]);
  const needed = needServer(without, off);
  assert.deepEqual(needed, ["b", "d"]);
  assert.equal(count(needed, off), 1);
});

const TESTS = (port: number) => `
const url = "http://localhost:${port}";
const outcome = async (name, work) => {
  const Action = await work().then((fine) => (fine ? "pass" : "fail"), () => "fail");
  console.log(JSON.stringify({ Action, Test: name }));
};
await outcome("alone", async () => true);
await outcome("settings", async () => (await fetch(url + "/settings")).ok);
await outcome("named", async () => (await (await fetch(url + "/health")).json()).name === "GoTrue");
process.exitCode = 1;
`;

test("a suite is run without a server, and against auth with its variables and the real server's answers, also adopted", async () => {
  await using folder = await temporaryFolder();
  const port = await freePort();
  await mkdir(join(folder.path, "infra"));
  const variables = [`PORT: ${port}`, "GOTRUE_SITE_URL: http://localhost:3000", `API_EXTERNAL_URL: http://localhost:${port}`];
  const secret = "GOTRUE_JWT_SECRET: 'a secret for tests that is long enough to be quiet'";
  const lines = [...variables, secret, "DATABASE_URL: postgres://nobody@db/none"].map((line) => `      ${line}`);
  const service = ["services:", "  auth:", "    image: supabase/auth:v2", "    environment:", ...lines];
  await writeFile(join(folder.path, "infra/docker-compose.yml"), service.join("\n"));
  await writeFile(join(folder.path, "tests.mjs"), TESTS(port));
  const compose = SUITES["supabase-py"]?.servers as (folder: string) => ReturnType<typeof readCompose>;
  const suite = { within: ".", servers: compose, command: [process.execPath, "tests.mjs"], read: readGo };
  for (const adopted of [false, true]) {
    const { needed, runs } = await runSuite(suite, folder.path, { columns: ["on"], adopted, say: () => {} });
    assert.deepEqual(needed, ["settings", "named"]);
    assert.deepEqual(
      runs.map(({ column, outcomes }) => [column, count(needed, outcomes)]),
      [["on", 2]],
    );
  }
});

test("the figures of clients' own tests are those of a command: each row names its suite, the versions and the day", () => {
  const page = readFileSync(join(ROOT, "docs/compatibility/auth.md"), "utf8");
  const rows = page.split("\n").filter((line) => /^\| `[\w-]+` \| /.test(line) && / \| \d{4}-\d\d-\d\d \| /.test(line));
  const cells = rows.map((row) => row.split(" | ").map((cell) => cell.replace(/^\| /, "")));
  assert.equal(rows.length, Object.keys(SUITES).length);
  for (const [suite, client = "", cofre = "", , needed, off, on, adopted = ""] of cells) {
    assert.ok(Object.hasOwn(SUITES, suite?.replaceAll("`", "") ?? ""), suite);
    assert.match(`${client} ${cofre}`, /(\d+\.\d+\.\d+|the same).* \d+\.\d+\.\d+$/, suite);
    assert.match(adopted, /^\d+, \d+$/, suite);
    for (const figure of [off, on, ...adopted.split(", ")])
      assert.ok(Number(figure) >= 0 && Number(figure) <= Number(needed), `${suite}: ${figure}`);
    assert.ok(page.includes(`npm run clients -- ${suite?.replaceAll("`", "")} --folder`), suite);
  }
});
