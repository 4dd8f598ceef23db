// The job that adds the books up again: which spaces it looks at, what it remembers, what it tells.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { jobSchema } from "../../kernel/config/schema_name.ts";
import { addJob, migrateJobs } from "../../kernel/jobs.ts";
import { sql } from "../../kernel/sql/sql.ts";
import { startTelemetry } from "../../kernel/telemetry/telemetry.ts";
import { recordingLog } from "../../kernel/testing/log.ts";
import { until } from "../../kernel/testing/until.ts";
import { openAuthLink } from "../credentials/auth_link.ts";
import { startJobs } from "../jobs.ts";
import { startTestFinance, type TestFinance, type TestMember } from "../testing.ts";
import { makeMissingSpace } from "../users/first_use.ts";
import { openIntegrityGauges } from "./gauges.ts";
import { readState, writeState } from "./queries_state.ts";
import { CHECK, checkRound } from "./round.ts";
import { endAll, endRecent, isCompleteDue, NEW_STATE, newWalk, recentWalk, remember } from "./state.ts";

let finance: TestFinance;
let ana: TestMember;
let rui: TestMember;
const db = () => finance.service.world.db;
const log = recordingLog();
const round = (longestMs?: number) => {
  log.lines.length = 0;
  return checkRound({ db: db(), log, now: finance.clock.now, ...(longestMs !== undefined && { longestMs }) });
};
const buy = (member: TestMember) => member.post("/transactions", { description: "x", amount_cents: -1, tags: ["nobody"] });
const plant = ({ spaceId }: TestMember, by: number) =>
  db().run(sql`update tags set uses = uses + ${by} where space_id = ${spaceId}`);

before(async () => {
  finance = await startTestFinance();
  finance.clock.set("2026-01-31T12:00:00Z");
  ana = await finance.member("ana@example.com");
  rui = await finance.member("rui@example.com");
  await buy(ana);
  await buy(rui);
});

after(() => finance[Symbol.asyncDispose]());

test("the first round looks at every space; later ones at those that were written to, until a day has passed", async () => {
  const first = await round();
  assert.deepEqual([first.completedSpaces, first.completedAt, first.wrong], [2, "2026-01-31T12:00:00.000Z", {}]);
  finance.clock.advance(1_800);
  await round();
  // Behind the back of everybody, so that only a look at all spaces can see it.
  await plant(rui, 1);
  finance.clock.advance(1_800);
  assert.deepEqual((await round()).wrong, {});
  await buy(ana);
  assert.deepEqual((await round()).wrong, {});
  await buy(rui);
  const state = await round();
  assert.deepEqual(state.wrong, { [rui.spaceId]: { "FV-11": 1 } });
  finance.clock.advance(86_400);
  assert.equal((await round()).completedAt, finance.clock.now().toISOString());
});

test("each row that disagrees is an error in the log, by ids and without what users wrote", async () => {
  await round();
  const lines = log.lines.filter(({ level }) => level === "error");
  const fields = { invariant: "FV-11", space_id: rui.spaceId, table: "tags", key: {} };
  assert.deepEqual(lines, [{ level: "error", fields, message: "the ledger disagrees with itself" }]);
  await db().run(sql`update account_years set paid_cents = paid_cents - 1 where space_id = ${ana.spaceId}`);
  await buy(ana);
  await round();
  const [year] = log.lines.filter(({ fields: { table } }) => table === "account_years");
  assert.deepEqual(Object.keys(year?.fields.key as object).sort(), ["account_id", "year"]);
  assert.doesNotMatch(JSON.stringify(log.lines), /nobody|cents/);
});

test("the metrics of every process say how many disagree, how many spaces there are and how old that is", async () => {
  const options = { tracingEnabled: false, metricsEnabled: true, metricsExporter: "prometheus" as const, version: "1" };
  const telemetry = await startTelemetry({ ...options, prometheusHost: "127.0.0.1", prometheusPort: 0, log: recordingLog() });
  const gauges = openIntegrityGauges(db(), log, finance.clock.now);
  try {
    await gauges.refresh();
    finance.clock.advance(60);
    const text = await (await fetch(telemetry.prometheusUrl as string)).text();
    assert.match(text, /^cofre_ledger_disagreements\{invariant="FV-11"[^}]*\} 1$/m);
    assert.match(text, /^cofre_ledger_disagreements\{invariant="FV-02"[^}]*\} 1$/m);
    assert.match(text, /^cofre_ledger_disagreements\{invariant="FV-06"[^}]*\} 0$/m);
    assert.match(text, /^cofre_ledger_spaces_checked\{?[^}\n]*\}? 2$/m);
    assert.match(text, /^cofre_ledger_check_age\{?[^}\n]*\}? 60$/m);
  } finally {
    await gauges.stop();
    await telemetry.stop();
  }
});

test("what is right again is no longer counted, though nobody wrote to its space", async () => {
  await plant(rui, -1);
  await db().run(sql`update account_years set paid_cents = paid_cents + 1 where space_id = ${ana.spaceId}`);
  assert.deepEqual((await round()).wrong, {});
  assert.deepEqual(log.lines, []);
});

test("a round that runs out of time is gone on with by the next, from the space that it had reached", async () => {
  await writeState(db(), { ...NEW_STATE, recentThrough: finance.clock.now().toISOString() });
  const out = await round(-1);
  assert.deepEqual([out.recent?.reached, out.completedAt], [0, null]);
  const half = { ...newWalk(finance.clock.now(), null), reached: ana.spaceId, checked: 1 };
  await writeState(db(), { ...NEW_STATE, all: half });
  const whole = await round();
  assert.deepEqual([whole.recent, whole.all, whole.completedSpaces], [null, null, 2]);
});

test("spaces that cannot be looked at do not count as right, and are looked at again", async () => {
  finance.clock.advance(3_600);
  const { completedAt } = await round();
  await db().run(sql`alter table tags rename to tags_elsewhere`);
  try {
    finance.clock.advance(86_400);
    const failed = await round();
    assert.equal(failed.completedAt, completedAt);
    const logged = log.lines.filter(({ message }) => message === "the ledger of a space could not be checked");
    assert.deepEqual([...new Set(logged.map(({ fields }) => fields.space_id))], [ana.spaceId, rui.spaceId]);
  } finally {
    await db().run(sql`alter table tags_elsewhere rename to tags`);
  }
  assert.equal((await round()).completedAt, finance.clock.now().toISOString());
});

test("a user whose first call broke off gets a space by the round, the others are checked, and their next call finds it", async () => {
  const eva = await finance.member("eva@example.com");
  await db().run(sql`delete from spaces where space_id = ${eva.spaceId}`);
  finance.clock.advance(86_400);
  const unmade = await round();
  assert.deepEqual([unmade.completedAt, unmade.wrong], [finance.clock.now().toISOString(), {}]);
  const warnings = log.lines.filter(({ level }) => level !== "debug").map(({ level, fields }) => [level, fields.space_id]);
  assert.deepEqual([...new Set(warnings.map(String))], [`warn,${eva.spaceId}`]);
  await checkRound({
    db: db(),
    log,
    now: finance.clock.now,
    makeSpace: (spaceId) => makeMissingSpace(db(), spaceId, "America/Sao_Paulo", finance.clock.now()),
  });
  const space = await db().one(sql`
    select time_zone, version, (select count(*) from accounts where accounts.space_id = spaces.space_id) as accounts
      from spaces where space_id = ${eva.spaceId}`);
  assert.deepEqual(space, { time_zone: "America/Sao_Paulo", version: 1, accounts: 1 });
  log.lines.length = 0;
  await round();
  assert.deepEqual(log.lines, []);
  assert.equal((await eva.get("/transactions")).status, 200);
});

test("the worker of a service runs it", async () => {
  const { config } = finance.service.world;
  await migrateJobs(config.databaseUrl, jobSchema(config.dbNamespace), log);
  await writeState(db(), NEW_STATE);
  const auth = openAuthLink({ url: config.authUrl, token: config.authToken });
  const worker = await startJobs({ db: db(), config, log, now: finance.clock.now, auth });
  try {
    await db().many(sql`select ${addJob(jobSchema(config.dbNamespace), CHECK, {})}`);
    await until("the round to be complete", async () => (await readState(db())).completedAt !== null);
    assert.equal((await readState(db())).completedSpaces, 3);
  } finally {
    await worker.stop();
  }
});

test("a complete check is due at night, after a day at the latest, and at once where there was none", () => {
  const due = (completedAt: string | null, now: string) => isCompleteDue({ ...NEW_STATE, completedAt }, new Date(now));
  assert.equal(due(null, "2026-01-31T12:00:00Z"), true);
  assert.equal(due("2026-01-31T04:10:00Z", "2026-01-31T23:59:00Z"), false);
  assert.equal(due("2026-01-31T04:10:00Z", "2026-02-01T04:00:00Z"), true);
  assert.equal(due("2026-01-31T12:00:00Z", "2026-02-01T04:00:00Z"), true);
  assert.equal(due("2026-01-31T20:00:00Z", "2026-02-01T04:00:00Z"), false);
  assert.equal(due("2026-01-31T20:00:00Z", "2026-02-01T20:00:00Z"), true);
});

test("a walk that failed somewhere moves nothing forward; spaces that are wrong are remembered until they are right", () => {
  const now = new Date("2026-01-31T12:00:00Z");
  const walk = recentWalk(NEW_STATE, now);
  assert.equal(walk.since, "2026-01-31T11:00:00.000Z");
  assert.equal(endRecent(NEW_STATE, walk).recentThrough, "2026-01-31T11:55:00.000Z");
  assert.equal(endRecent(NEW_STATE, { ...walk, failed: 1 }).recentThrough, null);
  assert.equal(endAll(NEW_STATE, { ...walk, failed: 1 }, now).completedAt, null);
  const wrong = remember(NEW_STATE, 7, { "FV-01": 2 });
  assert.deepEqual(wrong.wrong, { 7: { "FV-01": 2 } });
  assert.deepEqual(remember(wrong, 7, {}).wrong, {});
});
