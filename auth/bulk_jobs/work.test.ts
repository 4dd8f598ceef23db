// How bulk jobs go on: in the background, after a kill, with several processes, and without whoever lost the right.
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { sql } from "../../kernel/sql/sql.ts";
import { until } from "../../kernel/testing/until.ts";
import { administrator } from "../administrators/testing.ts";
import { startTestAuth, type TestAuth } from "../testing.ts";
import { addWork } from "./queries.ts";
import { finish, makeUsers, progress, readJob, resultsOf, type ShownJob, startJob, work } from "./testing.ts";
import { workOn } from "./work.ts";

const AUTOCONFIRM = { MAILER_AUTOCONFIRM: "true" };

/** How often each user was banned, as others hear of it. */
async function bansOf({ service }: TestAuth): Promise<number[]> {
  const rows = await service.world.db.many<{ count: number }>(sql`
    select count(*) as count from user_changes where change = 'banned' group by user_id`);
  return rows.map(({ count }) => count);
}

test("the worker of the service does a job without being told", async () => {
  await using auth = await startTestAuth(AUTOCONFIRM, undefined, { delivers: true });
  const ids = await makeUsers(auth, 60);
  const job = await startJob(auth, { act: "ban", ban_duration: "1h", users: { ids } });
  const ended = await until("the job to end", async () => {
    const current = await readJob(auth, job);
    return current.state === "done" && current;
  });
  assert.deepEqual(progress(ended), ["done", 60, 0, 0]);
});

test("a job whose process is killed goes on in another, and no user is changed twice", async () => {
  await using auth = await startTestAuth(AUTOCONFIRM);
  const ids = await makeUsers(auth, 400);
  const job = await startJob(auth, { act: "ban", ban_duration: "1h", users: { ids } });
  const program = fileURLToPath(new URL("./testing/work_on_job.ts", import.meta.url));
  const child = spawn(process.execPath, [program, auth.database.url, job.id], { stdio: "inherit" });
  await until("a part of the job to be done", async () => (await readJob(auth, job)).done >= 20);
  child.kill("SIGKILL");
  await once(child, "exit");
  const { state, done } = await readJob(auth, job);
  assert.equal(state, "running");
  assert.ok(done < 400, `${done} were done before the kill`);
  assert.equal((await finish(auth, job)).done, done, "nobody takes what a process has that may live");
  await auth.service.world.db.run(sql`update bulk_jobs set leased_until = now()`);
  assert.deepEqual(progress(await finish(auth, job)), ["done", 400, 0, 0]);
  assert.deepEqual(await bansOf(auth), Array(400).fill(1));
});

test("of several processes one works on a job; also if two do, each user is changed once", async () => {
  await using auth = await startTestAuth(AUTOCONFIRM);
  const { db } = auth.service.world;
  const ids = await makeUsers(auth, 100);
  const job = await startJob(auth, { act: "ban", ban_duration: "1h", users: { ids } });
  const options = { ...auth.service.world, now: auth.clock.now };
  const first = workOn(options, job.id);
  await until("a part of the job to be done", async () => (await readJob(auth, job)).done > 0);
  await workOn(options, job.id);
  assert.notEqual((await readJob(auth, job)).state, "done", "the second one left it to the first");
  // As after a pause of the first that outlasted its lease.
  await db.run(sql`update bulk_jobs set leased_until = now()`);
  await Promise.all([first, workOn(options, job.id)]);
  assert.deepEqual(progress(await finish(auth, job)), ["done", 100, 0, 0]);
  assert.deepEqual(await bansOf(auth), Array(100).fill(1));
});

test("a job that is cancelled in the middle stops there", async () => {
  await using auth = await startTestAuth(AUTOCONFIRM);
  const ids = await makeUsers(auth, 200);
  const job = await startJob(auth, { act: "ban", ban_duration: "1h", users: { ids } });
  const working = work(auth);
  await until("a part of the job to be done", async () => (await readJob(auth, job)).done > 0);
  assert.equal((await auth.post(`/admin/bulk-jobs/${job.id}/cancel`, {}, auth.admin)).status, 200);
  await working;
  const { state, done } = await readJob(auth, job);
  assert.ok(state === "cancelled" && done < 200, `${state} ${done}`);
  const results = await resultsOf(auth, job, "?limit=1000");
  assert.equal(results.filter(([, outcome]) => outcome === "done").length, done);
  assert.equal(results.filter(([, outcome]) => outcome === "not_done").length, 200 - done);
  assert.equal((await bansOf(auth)).length, done);
  const undo = await auth.post(`/admin/bulk-jobs/${job.id}/undo`, {}, auth.admin);
  assert.deepEqual(progress(await finish(auth, undo.body as ShownJob)), ["done", done, 0, 0]);
});

test("a job stops when whoever started it loses the right", async () => {
  await using auth = await startTestAuth(AUTOCONFIRM);
  const { db } = auth.service.world;
  const admin = await administrator(auth, "admin");
  const owner = await administrator(auth, "owner");
  const { body } = await auth.post("/admin/api-keys", { name: "bulk", rights: ["users:*"] }, owner.headers);
  const { key, id: keyId } = body as { key: string; id: string };
  const ids = await makeUsers(auth, 3);
  const start = (headers: Record<string, string>) => startJob(auth, { act: "ban", ban_duration: "1h", users: { ids } }, headers);
  for (const [headers, lose, restore] of [
    [
      admin.headers,
      sql`update server_grants set role = 'support' where user_id = ${admin.id}`,
      sql`update server_grants set role = 'admin' where user_id = ${admin.id}`,
    ],
    [
      admin.headers,
      sql`update users set banned_until = '9999-01-01' where id = ${admin.id}`,
      sql`update users set banned_until = null where id = ${admin.id}`,
    ],
    [
      { authorization: `Bearer ${key}` },
      sql`update api_keys set rights = '{users:read}' where id = ${keyId}`,
      sql`update api_keys set rights = '{users:read,users:write}' where id = ${keyId}`,
    ],
    [{ authorization: `Bearer ${key}` }, sql`delete from api_keys where id = ${keyId}`, sql`select`],
  ] as const) {
    const job = await start(headers);
    await db.run(lose);
    const stopped = await finish(auth, job);
    assert.deepEqual([...progress(stopped), stopped.error], ["stopped", 0, 0, 0, "right_missing"]);
    await db.run(restore);
  }
  assert.deepEqual(await bansOf(auth), []);
});

test("what fails for one user is noted, and the others are done", async () => {
  await using auth = await startTestAuth(AUTOCONFIRM);
  const { db } = auth.service.world;
  const [one, two, three] = (await makeUsers(auth, 3)) as [string, string, string];
  await db.run(sql`
    create function refuse() returns trigger language plpgsql as $$ begin
      if new.banned_until is not null and new.email like 'bulk2.%' then raise exception 'not this one'; end if;
      return new;
    end $$`);
  await db.run(sql`create trigger refusing before update on users for each row execute function refuse()`);
  const job = await finish(auth, await startJob(auth, { act: "ban", ban_duration: "1h", users: { ids: [one, two, three] } }));
  assert.deepEqual(progress(job), ["done", 2, 0, 1]);
  assert.deepEqual(await resultsOf(auth, job, "?outcome=failed"), [[two, "failed", "unexpected_failure"]]);
});

test("at most two jobs are worked on at a time, and the others follow", async () => {
  await using auth = await startTestAuth(AUTOCONFIRM);
  const { db, config } = auth.service.world;
  const ids = await makeUsers(auth, 2);
  const jobs = [];
  for (let n = 0; n < 3; n++) jobs.push(await startJob(auth, { act: "sign_out", users: { ids } }));
  await db.run(sql`update bulk_jobs set state = 'running', leased_until = now() + interval '1 minute' where number <= 2`);
  const [, , third] = jobs as [object, object, { id: string }];
  await workOn({ ...auth.service.world, now: auth.clock.now }, third.id);
  assert.equal((await readJob(auth, third)).state, "waiting");
  await db.run(sql`update bulk_jobs set leased_until = now()`);
  await work(auth);
  for (const each of jobs) assert.deepEqual(progress(await readJob(auth, each)), ["done", 2, 0, 0]);
  await addWork(db, config.jobSchema, third.id);
});
