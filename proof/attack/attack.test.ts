import assert from "node:assert/strict";
import { test } from "node:test";
import { routes as authRoutes } from "../../auth/routes.ts";
import { routes as financeRoutes } from "../../finance/routes.ts";
import { serverUrl } from "../../kernel/testing/database.ts";
import { temporaryFolder } from "../../kernel/testing/folder.ts";
import { attack, type Finding } from "./attack_case.ts";
import { afterwards } from "./canary.ts";
import { catalogue } from "./catalogue.ts";
import { idPositions } from "./finance/mirror.ts";
import { AUTH_ROWS, FINANCE_ROWS } from "./matrix_rows.ts";
import { notRun } from "./not_run.ts";
import { readOptions, select } from "./options.ts";
import { startOwnPair } from "./own_pair.ts";
import { lineOf, makeReport, textOf } from "./report.ts";
import { readRows } from "./rows.ts";
import { runCases } from "./runner.ts";
import { findSecrets } from "./secrets.ts";
import { areaUnderCurve, standardErrorOf } from "./timing.ts";

const failures = (findings: readonly Finding[]) => findings.filter(({ outcome }) => outcome === "failed").map(lineOf);

test("the quick attacks find nothing, and what they are there to find they would", async () => {
  await using folder = await temporaryFolder();
  const ground = { databaseUrl: serverUrl(), folder: folder.path };
  // One replica of finance is enough here; the whole catalogue uses two.
  const open = () => startOwnPair(ground, {}, { seed: 7, requests: 0, full: false }, { auth: 2, finance: 1 });
  const controls = [
    attack("X-01", "a wrong answer is a failure", async ({ auth }) => assert.equal((await auth.get("/user")).status, 200)),
    attack("X-02", "a case that cannot run is skipped", async () => notRun("there is no reason")),
    attack("X-03", "a secret in the database is found", async (input) => {
      const { id } = await input.people.user();
      const search = afterwards.find(({ id }) => id === "V39") ?? assert.fail("the search is gone");
      await search.run(input);
      // A user's id is in the database, so the search must find it once it counts as a secret.
      await assert.rejects(
        search.run({ ...input, inside: input.inside, secrets: { ...input.secrets, all: [{ kind: "password", text: id }] } }),
      );
    }),
  ];
  const findings = await runCases([...catalogue.filter(({ quick }) => quick), ...controls], { open, report: () => {} });
  assert.equal(findings.find(({ id }) => id === "X-01")?.outcome, "failed");
  assert.equal(findings.find(({ id }) => id === "X-02")?.outcome, "not run");
  assert.deepEqual(failures(findings.filter(({ id }) => id !== "X-01")), []);
  assert.ok(findings.filter(({ outcome }) => outcome === "passed").length >= 20);
  const text = textOf(makeReport(findings, { seed: 7, target: "the test", began: "now", seconds: 1 }));
  assert.match(text, /\d+ passed, 1 failed, 1 not run, in 1 s\n {2}not run: X-02: there is no reason\n.*seed 7$/s);
});

test("every row of docs/attack_catalogue.md has a case, and no case is for another", () => {
  const rows = readRows();
  assert.equal(new Set(rows).size, rows.length, "a row stands there twice");
  const view = [...catalogue, ...afterwards].flatMap(({ id, also = [] }) => [id, ...also]).map((id) => id.replace(/[a-z]$/, ""));
  assert.deepEqual(
    rows.filter((row) => !view.includes(row)),
    [],
    "these have no case",
  );
  assert.deepEqual(
    view.filter((id) => !rows.includes(id)),
    [],
    "these are no rows",
  );
});

test("every row of the matrix of callers is of a route, and every id that a route takes is tried with another user's", () => {
  for (const [routes, rows] of [
    [authRoutes, AUTH_ROWS],
    [financeRoutes, FINANCE_ROWS],
  ] as const) {
    const existing = routes.map(({ method, path }) => `${method} ${path}`);
    assert.deepEqual(
      Object.keys(rows).filter((route) => !existing.includes(route)),
      [],
      "rows of matrix_rows.ts",
    );
  }
  // Throws if an id has no row.
  assert.ok(idPositions().length > 50);
});

test("a secret is found in every way of writing it, wherever it stands", () => {
  const secret = { kind: "password", text: "canary: é+/~secret" } as const;
  const hide = (text: string) => `some text before ${text} and after`;
  const written = [
    ...[secret.text, encodeURIComponent(secret.text), Buffer.from(secret.text).toString("hex")],
    ...["", "a", "ab", "abc:"].map((before) => Buffer.from(`${before}${secret.text}after`).toString("base64")),
    ...["", "a", "ab", "abc:"].map((before) => Buffer.from(`${before}${secret.text}after`).toString("base64url")),
  ];
  for (const each of written) assert.equal(findSecrets(hide(each), [secret]).length, 1, each);
  assert.deepEqual(findSecrets(hide("canary: another"), [secret]), []);
});

test("the rank statistic is one half for equal times, and one or zero where they are apart", () => {
  assert.equal(areaUnderCurve([1, 2, 3], [1, 2, 3]), 0.5);
  assert.equal(areaUnderCurve([4, 5], [1, 2, 3]), 1);
  assert.equal(areaUnderCurve([1], [2, 3]), 0);
  assert.equal(areaUnderCurve([1, 3], [2, 2]), 0.5);
  assert.ok(3.3 * standardErrorOf(2_000) < 0.0302, "at 2,000 pairs the bounds are 0.47 and 0.53");
});

test("the command line chooses rows by group and by name, and refuses what it does not know", () => {
  const cases = ["AE-01", "AE-02", "AE-02a", "V11"].map((id) => attack(id, id, async () => {}));
  const ids = (only: string) => select(cases, readOptions(["--only", only], 1).only).map(({ id }) => id);
  assert.deepEqual(ids("ae"), ["AE-01", "AE-02", "AE-02a"]);
  assert.deepEqual(ids("V11,AE-02"), ["AE-02", "AE-02a", "V11"]);
  assert.deepEqual(ids("AE-02a"), ["AE-02a"]);
  assert.throws(() => ids("A"), /nothing is called A/);
  assert.throws(() => readOptions(["--auth", "http://x"], 1), /belong together/);
  assert.throws(() => readOptions(["--seed", "x"], 1), /whole number/);
  assert.throws(() => readOptions(["--nonsense"], 1), /nonsense/);
  assert.deepEqual([readOptions([], 5).seed, readOptions(["--seed", "9"], 5).seed, readOptions([], 5).requests], [5, 9, 50_000]);
});
