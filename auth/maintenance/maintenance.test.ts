// Housekeeping, backups, retention and the queue, as administrators see them.
import assert from "node:assert/strict";
import { test } from "node:test";
import { addJob } from "../../kernel/jobs.ts";
import { sql, trusted } from "../../kernel/sql/sql.ts";
import { recordingLog } from "../../kernel/testing/log.ts";
import { AUTOCONFIRM, verdict } from "../account/testing.ts";
import { housekeeping } from "../housekeeping.ts";
import { shareTestAuth } from "../testing.ts";
import { noteRun } from "./queries.ts";
import { KEPT_DAYS } from "./retention.ts";

interface MaintenanceReply {
  version: string;
  database: { version: string; bytes: number; migrations: number; last_migration: string; migrated_at: string };
  runs: { kind: string; started_at: string; seconds: number; error: string | null; removed?: object; bytes?: number }[];
  retention: { name: string; days: number }[];
  jobs: { task: string; waiting: number; retrying: number; failed: number }[];
}

interface ListedJob {
  id: string;
  task: string;
  state: string;
  attempts: number;
  last_error: string | null;
}

const auth = shareTestAuth(AUTOCONFIRM);

const maintenance = async () => (await auth.get("/admin/maintenance", auth.admin)).body as MaintenanceReply;
const jobs = async (query = "") => ((await auth.get(`/admin/jobs${query}`, auth.admin)).body as { jobs: ListedJob[] }).jobs;
const queue = () => auth.service.world.config.jobSchema;

async function queued(task: string, how: { attempts?: number; error?: string; lockedHours?: number } = {}): Promise<string> {
  const { db } = auth.service.world;
  const { id } = await db.one<{ id: string }>(sql`select id::text from ${addJob(queue(), task, { secret: "sealed" })}`);
  const locked = how.lockedHours === undefined ? sql`null` : sql`now() - make_interval(hours => ${how.lockedHours}::int)`;
  await db.run(sql`
    update ${trusted(queue())}._private_jobs
       set attempts = ${how.attempts ?? 0}, last_error = ${how.error ?? null}, locked_at = ${locked}
     where id = ${id}::bigint`);
  return id;
}

test("GET /admin/maintenance shows version, migrations, size and retention", async () => {
  const { version, database, retention, runs } = await maintenance();
  assert.equal(version, auth.service.world.version);
  assert.match(database.last_migration, /^0\d\d_\w+\.sql$/);
  assert.ok(database.bytes > 1_000_000 && database.migrations > 20 && Date.parse(database.migrated_at) > 0);
  assert.deepEqual(runs, []);
  const days = Object.fromEntries(retention.map((each) => [each.name, each.days]));
  assert.deepEqual([days.sessions, days.bulk_jobs, days.outbox], [7, 90, 30]);
});

test("housekeeping notes how many rows it removed, and why it failed", async () => {
  const { db } = auth.service.world;
  await db.run(sql`insert into tries (key, count, over_at) values ('a', 1, '2020-01-01'), ('b', 1, '2020-01-01')`);
  const startedAt = auth.clock.now().toISOString();
  await housekeeping(auth.service.world, recordingLog(), auth.clock.now).tasks.housekeeping?.({});
  assert.deepEqual((await maintenance()).runs, [
    { kind: "housekeeping", started_at: startedAt, seconds: 0, error: null, removed: { tries: 2 } },
  ]);
  await db.run(sql`alter table flow_states rename to flow_states_away`);
  await assert.rejects(
    housekeeping(auth.service.world, recordingLog(), auth.clock.now).tasks.housekeeping?.({}) as Promise<void>,
  );
  await db.run(sql`alter table flow_states_away rename to flow_states`);
  assert.match((await maintenance()).runs[0]?.error ?? "", /flow_states/);
});

test("retention is what housekeeping obeys: a day less is left, a day more is removed", async () => {
  const { db } = auth.service.world;
  const ago = (days: number) => new Date(auth.clock.now().getTime() - days * 86_400_000);
  await db.run(sql`
    insert into tries (key, count, over_at) values ('young', 1, ${ago(KEPT_DAYS.tries - 1)}), ('old', 1, ${ago(KEPT_DAYS.tries + 1)})`);
  await housekeeping(auth.service.world, recordingLog(), auth.clock.now).tasks.housekeeping?.({});
  assert.deepEqual(await db.many(sql`select key from tries where key in ('young', 'old')`), [{ key: Buffer.from("young") }]);
});

test("a hundred runs of each kind are kept, and ten shown, the newest first", async () => {
  const { db } = auth.service.world;
  const at = auth.clock.now();
  for (let bytes = 1; bytes <= 103; bytes++)
    await noteRun(db, { kind: "backup", startedAt: at, endedAt: at, error: null, details: { bytes } });
  assert.deepEqual(await db.one(sql`select count(*)::int as runs from maintenance_runs where kind = 'backup'`), { runs: 100 });
  const shown = (await maintenance()).runs.filter(({ kind }) => kind === "backup");
  assert.deepEqual(
    shown.map(({ bytes }) => bytes),
    [103, 102, 101, 100, 99, 98, 97, 96, 95, 94],
  );
});

test("jobs that failed are listed without what they work on, tried again or dropped, and both is logged", async () => {
  const failed = await queued("refresh_metadata", { attempts: 25, error: "the metadata were away" });
  const retrying = await queued("refresh_metadata", { attempts: 2, error: "once more" });
  const waiting = await queued("refresh_metadata");
  const running = await queued("refresh_metadata", { lockedHours: 1, attempts: 1 });
  const left = await queued("refresh_metadata", { lockedHours: 5, attempts: 25, error: "its process died" });
  const counted = (await maintenance()).jobs.find(({ task }) => task === "refresh_metadata");
  const { task, waiting: some, retrying: again, failed: over } = counted ?? assert.fail("not counted");
  assert.deepEqual([task, some, again, over], ["refresh_metadata", 1, 1, 2]);
  assert.deepEqual(
    (await jobs()).map(({ id, state }) => [id, state]),
    [
      [failed, "failed"],
      [retrying, "retrying"],
      [left, "failed"],
    ],
  );
  assert.deepEqual(
    (await jobs("?state=running")).map(({ id }) => id),
    [running],
  );
  assert.ok((await jobs("?state=waiting")).some(({ id }) => id === waiting));
  const { text } = await auth.get("/admin/jobs", auth.admin);
  assert.ok(text.includes("the metadata were away") && !text.includes("sealed"));

  assert.equal((await auth.post(`/admin/jobs/${failed}/retry`, {}, auth.admin)).status, 204);
  assert.deepEqual(
    (await jobs("?state=waiting")).filter(({ id }) => id === failed).map(({ attempts }) => attempts),
    [0],
  );
  const drop = (id: string) => auth.call(`/admin/jobs/${id}`, { method: "DELETE", headers: auth.admin });
  for (const id of [failed, left]) assert.equal((await drop(id)).status, 204);
  assert.deepEqual(
    (await jobs()).map(({ id }) => id),
    [retrying],
  );
  for (const id of [running, failed, "99999999"]) {
    assert.deepEqual(verdict(await drop(id)), [404, "job_not_found"]);
    assert.deepEqual(verdict(await auth.post(`/admin/jobs/${id}/retry`, {}, auth.admin)), [404, "job_not_found"]);
  }
  const { acts } = (await auth.get("/admin/acts", auth.admin)).body as { acts: { action: string; traits: object }[] };
  assert.deepEqual(
    acts.slice(0, 3).map(({ action, traits }) => [action, traits]),
    [
      ["job_dropped", { job_id: left, task: "refresh_metadata" }],
      ["job_dropped", { job_id: failed, task: "refresh_metadata" }],
      ["job_retried", { job_id: failed, task: "refresh_metadata" }],
    ],
  );
});

for (const id of ["0", "-1", "abc", "9".repeat(19)])
  test(`no job has the id ${id}: 404`, async () => {
    assert.deepEqual(verdict(await auth.call(`/admin/jobs/${id}`, { method: "DELETE", headers: auth.admin })), [
      404,
      "job_not_found",
    ]);
  });
