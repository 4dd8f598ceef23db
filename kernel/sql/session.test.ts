import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { addJob, migrateJobs, startWorker } from "../jobs.ts";
import { type TestDatabase, testDatabase } from "../testing/database.ts";
import { recordingLog } from "../testing/log.ts";
import { plainClient } from "../testing/plain_client.ts";
import { giveStrangeSettings, STRANGE_SETTINGS } from "../testing/strange_settings.ts";
import { openDatabase } from "./database.ts";
import { sql } from "./sql.ts";

/** The expected settings of our sessions, with PostgreSQL's units. */
const OURS = {
  jit: "off",
  TimeZone: "UTC",
  DateStyle: "ISO, MDY",
  IntervalStyle: "postgres",
  bytea_output: "hex",
  extra_float_digits: "1",
  standard_conforming_strings: "on",
  array_nulls: "on",
  default_transaction_isolation: "read committed",
  plan_cache_mode: "auto",
  idle_session_timeout: "0",
};
const OF_REQUESTS = {
  search_path: "public",
  statement_timeout: "5s",
  lock_timeout: "2s",
  idle_in_transaction_session_timeout: "10s",
};
const OF_JOBS = { search_path: "shed_jobs", statement_timeout: "0", lock_timeout: "0", idle_in_transaction_session_timeout: "0" };

const names = Object.keys(STRANGE_SETTINGS);
const settings = sql`
  (select jsonb_object_agg(name, current_setting(name)) from unnest(${names}::text[]) as name)`;

let database: TestDatabase;

before(async () => {
  database = await testDatabase();
  await using admin = await plainClient(database.url);
  await giveStrangeSettings(admin, `role current_user in database ${new URL(database.url).pathname.slice(1)}`);
});

after(() => database[Symbol.asyncDispose]());

test("the settings of this test reach whoever does not set them", async () => {
  await using stranger = await plainClient(database.url);
  const result = await stranger.query<{ value: string }>(
    names.map((name) => `select current_setting('${name}') as value`).join(" union all "),
  );
  assert.deepEqual(
    result.map(({ value }) => value),
    Object.values(STRANGE_SETTINGS).map((value) => value.replace("60s", "1min")),
  );
});

/** Parameters of old deployments, and some that would undo our settings. */
const QUERY = "?search_path=elsewhere&jit=on&TimeZone=Asia/Tokyo&datestyle=German&statement_timeout=1";

for (const query of ["", QUERY, "?options=-c%20jit%3Don%20-c%20work_mem%3D7MB"]) {
  test(`a session has the settings that it needs, whatever role, database and URL say: ${query || "no parameters"}`, async () => {
    await using db = opened(database.url + query);
    const row = await db.one<{ settings: object; memory: string }>(
      sql`select ${settings} as settings, current_setting('work_mem') as memory`,
    );
    assert.deepEqual(row.settings, { ...OURS, ...OF_REQUESTS });
    assert.equal(row.memory, query.includes("work_mem") ? "7MB" : "4MB", "what we do not need is left as the URL says");
  });
}

test("values come and go unharmed where the server would write and read them in another way", async () => {
  await using db = opened(database.url);
  const at = new Date("2026-02-03T23:04:05.678Z");
  const values = { at, day: "2026-02-03", bytes: Buffer.from([0, 92, 200, 255]), texts: ["a\\'b", null], number: 0.1 };
  const row = await db.one(sql`
    select ${at}::timestamptz as at, ${values.day}::date as day, ${values.bytes}::bytea as bytes, ${values.number}::float8 as number,
           to_jsonb(${values.texts}::text[]) as texts, 'a\\'::text as backslash, ${at}::timestamptz::date as day_of_moment,
           to_jsonb('1 day 2 hours'::interval) as interval`);
  assert.deepEqual(row, { ...values, backslash: "a\\", day_of_moment: values.day, interval: "1 day 02:00:00" });
});

for (const query of ["", QUERY]) {
  test(`the job queue is migrated and worked off by sessions with settings of their own: ${query || "no parameters"}`, async () => {
    const log = recordingLog();
    const url = database.url + query;
    await migrateJobs(url, "shed_jobs", log);
    await using db = opened(database.url);
    await db.run(sql`drop table if exists seen`);
    await db.run(sql`create table seen (settings jsonb)`);
    await db.run(sql`
      create or replace function look() returns trigger language plpgsql as $$
      begin
        insert into public.seen select jsonb_object_agg(name, current_setting(name)) from unnest(tg_argv) as name;
        return new;
      end $$`);
    const quoted = names.map((name) => `'${name}'`).join(", ");
    await using admin = await plainClient(database.url);
    await admin.query(`create or replace trigger look before update on shed_jobs._private_jobs
                          for each row when (new.locked_by is not null) execute function public.look(${quoted})`);
    const worked = Promise.withResolvers<void>();
    const worker = await startWorker({ url, schema: "shed_jobs", log, tasks: { note: async () => worked.resolve() } });
    try {
      await db.one(sql`select ${addJob("shed_jobs", "note", {})}`);
      await worked.promise;
    } finally {
      await worker.stop();
    }
    const [row] = await db.many<{ settings: object }>(sql`select settings from seen`);
    assert.deepEqual(row?.settings, { ...OURS, ...OF_JOBS });
    assert.deepEqual(
      log.lines.filter(({ level }) => level !== "debug" && level !== "trace"),
      [],
    );
  });
}

function opened(url: string) {
  const db = openDatabase({ url, schema: "public", maxConnections: 2, name: "test" });
  return Object.assign(db, { [Symbol.asyncDispose]: () => db.close() });
}
