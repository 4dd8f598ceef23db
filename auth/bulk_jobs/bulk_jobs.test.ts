// Bulk jobs through HTTP: whom they mean, what they do to each, and what is kept of it.
import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { test } from "node:test";
import { sql } from "../../kernel/sql/sql.ts";
import { bearer, type signIn, verdict } from "../account/testing.ts";
import { changesOf, stateOf } from "../admin/testing.ts";
import { administrator, grantRole, REASON } from "../administrators/testing.ts";
import { housekeeping } from "../housekeeping.ts";
import { shareTestAuth, type TestAuth } from "../testing.ts";
import { insertSelected, MOST_USERS, previewOf } from "./queries_selection.ts";
import { finish, makeUsers, progress, readJob, resultsOf, type ShownJob, startJob } from "./testing.ts";

const auth = shareTestAuth({ MAILER_AUTOCONFIRM: "true" });

const post = (body: unknown, headers: Record<string, string> = auth.admin) => auth.post("/admin/bulk-jobs", body, headers);
const act = (job: { id: string }, what: "cancel" | "undo", headers: Record<string, string> = auth.admin) =>
  auth.post(`/admin/bulk-jobs/${job.id}/${what}`, {}, headers);

async function userOf(id: string) {
  const reply = await auth.get(`/admin/users/${id}`, auth.admin);
  return reply.body as { banned_until?: string; deleted_at?: string; app_metadata: Record<string, unknown> };
}

/** With what there is of bulk jobs. */
async function everything(of: TestAuth): Promise<string> {
  const { jobs } = await of.service.world.db.one<{ jobs: string }>(sql`
    select json_build_array((select count(*) from bulk_jobs), (select count(*) from bulk_job_users))::text as jobs`);
  return `${jobs} ${await stateOf(of)}`;
}

test("a dry run says whom it would mean and whether it can be undone, and changes nothing", async () => {
  const ids = await makeUsers(auth, 12);
  const state = await everything(auth);
  const users = { ids: [...ids, randomUUID(), ids[0]?.toUpperCase()] };
  const reply = await post({ act: "ban", ban_duration: "1h", users, dry_run: true });
  assert.equal(reply.status, 200, reply.text);
  const { sample, ...rest } = reply.body as { sample: { id: string; email: string }[] };
  assert.deepEqual(rest, { dry_run: true, count: 12, missing: 1, undo: { possible: true, days: 7, why_not: null } });
  assert.deepEqual(
    sample.map(({ id }) => id),
    ids.slice(0, 10),
  );
  assert.match(String(sample[0]?.email), /^bulk1\./);
  for (const name of ["sign_out", "delete", "erase"]) {
    const { undo } = (await post({ act: name, users: { ids }, dry_run: true })).body as ShownJob;
    assert.equal(undo.possible, false);
    assert.ok(String(undo.why_not).length > 20);
  }
  assert.equal(await everything(auth), state);
});

test("users are selected by the filters of the list, once, when the job is created", async () => {
  const plan = `plan-${randomUUID()}`;
  const selected = await makeUsers(auth, 3, JSON.stringify({ plan }));
  const filter = { metadata: `app.plan:${plan}`, state: "confirmed" };
  const users = { filter };
  const preview = (await post({ act: "sign_out", users, dry_run: true })).body as { count: number; sample: { id: string }[] };
  assert.deepEqual([preview.count, preview.sample.map(({ id }) => id).toSorted()], [3, selected.toSorted()]);
  const job = await startJob(auth, { act: "ban", ban_duration: "1h", users });
  assert.deepEqual([job.total, job.users], [3, { filter }]);
  const late = await makeUsers(auth, 1, JSON.stringify({ plan }));
  assert.deepEqual(progress(await finish(auth, job)), ["done", 3, 0, 0]);
  assert.equal((await userOf(late[0] as string)).banned_until, undefined);
  const nobody = await post({ act: "sign_out", users: { filter: { ...filter, provider: "google" } } });
  assert.deepEqual(verdict(nobody), [422, "bulk_job_without_users"]);
  const { acts } = (await auth.get("/admin/acts?action=bulk_job_created&limit=1", auth.admin)).body as {
    acts: { traits: object; changes: { selection: { after: object } } }[];
  };
  assert.deepEqual(acts[0]?.changes.selection.after, users);
  assert.doesNotMatch(JSON.stringify(acts[0]?.traits), /plan/, "what may be personal can be forgotten");
});

test("every filter of the list selects, and more than 20,000 users are too many", async () => {
  const moments = ["created_from", "created_to", "last_sign_in_from", "last_sign_in_to"].map((name) => ({
    [name]: "2026-01-01",
  }));
  for (const filter of [
    ...[...moments, { search: "bulk1" }, { provider: "email" }, { factor: "true" }, { factor: "false" }, { server_role: "any" }],
    ...[{ never_signed_in: "true" }, { state: "deleted" }, { state: "banned" }, { metadata: "user.a:b" }],
    { never_signed_in: "true", state: "confirmed", created_from: "2020-01-01", provider: "email", factor: "false" },
  ]) {
    const reply = await post({ act: "sign_out", users: { filter }, dry_run: true });
    assert.equal(reply.status, 200, `${JSON.stringify(filter)}: ${reply.text}`);
  }
  const { db } = auth.service.world;
  const many = (count: number) => ({
    kept: {},
    users: sql`select gen_random_uuid() as id, place from generate_series(1, ${count}::int) as place`,
  });
  await assert.rejects(previewOf(db, many(MOST_USERS + 1)), { status: 422, code: "bulk_job_too_large" });
  const { id } = await startJob(auth, { act: "sign_out", users: { ids: [randomUUID()] } });
  await db.run(sql`delete from bulk_job_users where job_id = ${id}`);
  const insert = (count: number) => db.transaction((tx) => insertSelected(tx, id, many(count)));
  await assert.rejects(insert(MOST_USERS + 1), { status: 422, code: "bulk_job_too_large" });
  assert.equal(await insert(MOST_USERS), MOST_USERS);
  assert.equal((await act({ id }, "cancel")).status, 200);
});

test("a job bans its users until the same moment, says how far it is, and is undone but for what was changed since", async () => {
  const [one, two, three] = (await makeUsers(auth, 3)) as [string, string, string];
  const former = new Date(auth.clock.now().getTime() + 3_600_000).toISOString();
  await auth.service.world.db.run(sql`update users set banned_until = ${former} where id = ${two}`);
  const job = await startJob(auth, { act: "ban", ban_duration: "24h", users: { ids: [one, two, three] }, reason: "spam" });
  assert.deepEqual([job.state, job.total, job.reason, job.users], ["waiting", 3, "spam", { ids: 3 }]);
  assert.equal((await userOf(one)).banned_until, undefined, "not yet");
  assert.deepEqual(verdict(await act(job, "undo")), [422, "bulk_job_under_way"]);
  auth.clock.advance(60);
  const ended = await finish(auth, job);
  assert.deepEqual(progress(ended), ["done", 3, 0, 0]);
  const until = (ended as unknown as { banned_until: string }).banned_until;
  for (const id of [one, two, three]) assert.equal((await userOf(id)).banned_until, until);
  assert.deepEqual(await changesOf(auth, one), ["banned"]);
  assert.deepEqual(verdict(await act(job, "cancel")), [422, "bulk_job_ended"]);

  await auth.call(`/admin/users/${three}`, { method: "PUT", body: { ban_duration: "1h" }, headers: auth.admin });
  const changed = (await userOf(three)).banned_until;
  const reply = await act(job, "undo");
  assert.equal(reply.status, 202, reply.text);
  const undo = await finish(auth, reply.body as ShownJob);
  assert.deepEqual([undo.act, undo.undoes, ...progress(undo)], ["undo", job.id, "done", 2, 1, 0]);
  assert.deepEqual(await resultsOf(auth, undo, "?outcome=skipped"), [[three, "skipped", "changed_since"]]);
  assert.equal((await userOf(one)).banned_until, undefined);
  assert.equal((await userOf(two)).banned_until, former);
  assert.equal((await userOf(three)).banned_until, changed);
  const { undone_by: undoneBy, undo: again } = await readJob(auth, job);
  assert.deepEqual([undoneBy, again.possible, again.why_not], [undo.id, false, "It is undone already."]);
  assert.deepEqual(verdict(await act(job, "undo")), [422, "bulk_job_undone"]);
  assert.deepEqual(verdict(await act(undo, "undo")), [422, "bulk_job_final"]);
});

test("unban lifts bans, leaves others alone, and its undo brings back what is not over", async () => {
  const [long, short, never] = (await makeUsers(auth, 3)) as [string, string, string];
  const until = (seconds: number) => new Date(auth.clock.now().getTime() + seconds * 1000);
  await auth.service.world.db.run(sql`update users set banned_until = ${until(86_400)} where id = ${long}`);
  await auth.service.world.db.run(sql`update users set banned_until = ${until(600)} where id = ${short}`);
  const job = await finish(auth, await startJob(auth, { act: "unban", users: { ids: [long, short, never] } }));
  assert.deepEqual(progress(job), ["done", 2, 1, 0]);
  assert.deepEqual(await resultsOf(auth, job, "?outcome=skipped"), [[never, "skipped", "unchanged"]]);
  assert.equal((await userOf(long)).banned_until, undefined);
  auth.clock.advance(900);
  const undo = await finish(auth, (await act(job, "undo")).body as ShownJob);
  assert.deepEqual(progress(undo), ["done", 2, 0, 0]);
  assert.equal(typeof (await userOf(long)).banned_until, "string");
  assert.equal((await userOf(short)).banned_until, undefined, "that ban would be over");
});

test("set_app_metadata merges key by key, and its undo restores the keys that nobody has changed since", async () => {
  const users = await makeUsers(auth, 3, '{"plan": "free", "seat": {"b": 1, "a": [1, null]}, "kept": true}');
  const [one, two] = users as [string, string];
  const app_metadata = { plan: "gold", seat: null, added: { x: 1, a: "b" } };
  const job = await finish(auth, await startJob(auth, { act: "set_app_metadata", app_metadata, users: { ids: users } }));
  assert.deepEqual(progress(job), ["done", 3, 0, 0]);
  assert.deepEqual((await userOf(one)).app_metadata, { plan: "gold", added: { x: 1, a: "b" }, kept: true });
  const again = await finish(auth, await startJob(auth, { act: "set_app_metadata", app_metadata, users: { ids: users } }));
  assert.deepEqual(progress(again), ["done", 0, 3, 0]);
  assert.deepEqual(
    [again.undo.possible, again.undo.why_not, verdict(await act(again, "undo"))],
    [false, "It changed nothing.", [422, "bulk_job_without_users"]],
  );
  for (const [id, body] of [
    [one, { kept: false }],
    [two, { plan: "silver" }],
  ] as const)
    await auth.call(`/admin/users/${id}`, { method: "PUT", body: { app_metadata: body }, headers: auth.admin });
  const undo = await finish(auth, (await act(job, "undo")).body as ShownJob);
  assert.deepEqual(progress(undo), ["done", 2, 1, 0]);
  assert.deepEqual((await userOf(one)).app_metadata, { plan: "free", seat: { b: 1, a: [1, null] }, kept: false });
  assert.deepEqual((await userOf(two)).app_metadata, { plan: "silver", added: { x: 1, a: "b" }, kept: true });
});

test("sign_out, delete and erase do to each what the single call does", async () => {
  const people = ["sign", "soft", "hard"].map((name) => ({ email: `${name}@example.com`, password: "correct horse" }));
  const sessions = [];
  for (const person of people) sessions.push((await auth.post("/signup", person)).body as Awaited<ReturnType<typeof signIn>>);
  const [sign, soft, hard] = sessions.map(({ user }) => user.id) as [string, string, string];
  const run = async (name: string, id: string) =>
    finish(auth, await startJob(auth, { act: name, users: { ids: [id, randomUUID()] } }));
  assert.deepEqual(progress(await run("sign_out", sign)), ["done", 1, 1, 0]);
  const [session] = sessions as [(typeof sessions)[0]];
  assert.equal((await auth.get("/sessions", bearer(session))).status, 403);
  assert.equal((await auth.post("/token?grant_type=refresh_token", { refresh_token: session.refresh_token })).status, 400);
  assert.deepEqual(progress(await run("delete", soft)), ["done", 1, 1, 0]);
  assert.equal(typeof (await userOf(soft)).deleted_at, "string");
  const again = await run("delete", soft);
  assert.deepEqual(
    (await resultsOf(auth, again)).map(([, outcome, error]) => [outcome, error]),
    [
      ["skipped", "user_deleted"],
      ["skipped", "user_not_found"],
    ],
  );
  assert.deepEqual(progress(await run("erase", hard)), ["done", 1, 1, 0]);
  assert.equal((await auth.get(`/admin/users/${hard}`, auth.admin)).status, 404);
  assert.deepEqual(await changesOf(auth, hard), ["deleted"]);
  const job = await run("sign_out", sign);
  assert.deepEqual(verdict(await act(job, "undo")), [422, "bulk_job_final"]);
});

test("results come in pages, by outcome, and as a CSV file", async () => {
  const users = [...(await makeUsers(auth, 5)), randomUUID(), randomUUID()];
  const job = await startJob(auth, { act: "sign_out", users: { ids: users } });
  assert.deepEqual(
    await resultsOf(auth, job),
    users.map((id) => [id, "not_done", null]),
  );
  await finish(auth, job);
  const path = `/admin/bulk-jobs/${job.id}/results`;
  const seen: string[] = [];
  for (let cursor: string | undefined = ""; cursor !== undefined; ) {
    const query = cursor && `&cursor=${cursor}`;
    const { results, next_cursor: next } = (await auth.get(`${path}?limit=3${query}`, auth.admin)).body as {
      results: { user_id: string }[];
      next_cursor?: string;
    };
    seen.push(...results.map(({ user_id: id }) => id));
    cursor = next;
  }
  assert.deepEqual(seen, users);
  assert.deepEqual(
    (await resultsOf(auth, job, "?outcome=skipped")).map(([id]) => id),
    users.slice(5),
  );
  assert.deepEqual(await resultsOf(auth, job, "?outcome=not_done"), []);
  const csv = await auth.get(`${path}?format=csv`, auth.admin);
  assert.match(String(csv.headers["content-type"]), /^text\/csv/);
  const addressOf = async (id: string) =>
    ((await auth.get(`/admin/users/${id}`, auth.admin)).body as { email: string; phone: string }) ?? assert.fail(id);
  const people = await Promise.all(users.slice(0, 5).map(addressOf));
  const lines = users.map((id, index) =>
    index < 5 ? `${id},done,,${people[index]?.email},${people[index]?.phone}` : `${id},skipped,user_not_found,,`,
  );
  assert.equal(csv.text, `${["user_id,outcome,error,email,phone", ...lines].join("\r\n")}\r\n`);
  const { results: first } = (await auth.get(`${path}?limit=1`, auth.admin)).body as { results: { email: string }[] };
  assert.deepEqual(
    first.map(({ email }) => email),
    [people[0]?.email],
  );
});

test("jobs are listed newest first, by cursor", async () => {
  const ids = await makeUsers(auth, 12);
  const first = await startJob(auth, { act: "sign_out", users: { ids } });
  const second = await startJob(auth, { act: "sign_out", users: { ids } });
  const list = async (query: string) =>
    (await auth.get(`/admin/bulk-jobs${query}`, auth.admin)).body as { jobs: ShownJob[]; next_cursor?: string };
  const page = await list("?limit=1");
  assert.deepEqual(
    page.jobs.map(({ id }) => id),
    [second.id],
  );
  assert.equal((await list(`?limit=1&cursor=${page.next_cursor}`)).jobs[0]?.id, first.id);
  assert.deepEqual(progress(await finish(auth, first)), ["done", 12, 0, 0], "two jobs upon the same users");
  assert.deepEqual(progress(await readJob(auth, second)), ["done", 12, 0, 0]);
});

test("a cancelled job does nothing more", async () => {
  const users = await makeUsers(auth, 3);
  const job = await startJob(auth, { act: "ban", ban_duration: "1h", users: { ids: users } });
  const reply = await act(job, "cancel");
  assert.deepEqual([reply.status, (reply.body as ShownJob).state], [200, "cancelled"]);
  assert.deepEqual(progress(await finish(auth, job)), ["cancelled", 0, 0, 0]);
  for (const id of users) assert.equal((await userOf(id)).banned_until, undefined);
  assert.deepEqual(verdict(await act(job, "cancel")), [422, "bulk_job_ended"]);
});

test("logs have one entry for the job and one for each user, with the reason, which names the job", async () => {
  const admin = await administrator(auth, "admin", "logs");
  const users = await makeUsers(auth, 2);
  const job = await startJob(auth, { act: "ban", ban_duration: "1h", users: { ids: users } }, admin.headers);
  await finish(auth, job);
  assert.deepEqual([job.created_by, job.reason], [{ kind: "user", id: admin.id, name: "logs@example.com" }, REASON]);
  const acts = (await auth.get(`/admin/acts?actor_id=${admin.id}`, auth.admin)).body as {
    acts: { action: string; user_id: string | null; reason: string; traits: Record<string, unknown>; changes: object }[];
  };
  const [first, ...others] = acts.acts.toReversed();
  assert.deepEqual(
    [first?.action, first?.traits, first?.reason],
    ["bulk_job_created", { bulk_job_id: job.id, act: "ban", users: 2 }, REASON],
  );
  assert.deepEqual(
    others.map(({ action, user_id: userId, reason, traits }) => [action, userId, reason, traits.bulk_job_id]),
    users.map((id) => ["user_banned", id, REASON, job.id]),
  );
  const logged = await auth.service.world.db.many<{ actor: string }>(sql`
    select payload ->> 'actor_id' as actor from audit_log_entries where payload -> 'traits' ->> 'bulk_job_id' = ${job.id}`);
  assert.deepEqual(
    logged.map(({ actor }) => actor),
    Array(3).fill(admin.id),
  );
});

test("whoever starts a job is left out of it, and so are administrators whom they may not touch", async () => {
  const admin = await administrator(auth, "admin", "starts");
  const [viewer, owner, user] = (await makeUsers(auth, 3)) as [string, string, string];
  await grantRole(auth, viewer, "viewer");
  await grantRole(auth, owner, "owner");
  const all = [admin.id, viewer, owner, user];
  const body = { act: "ban", ban_duration: "1h", users: { ids: all } };
  const job = await finish(auth, await startJob(auth, body, admin.headers));
  assert.deepEqual(await resultsOf(auth, job), [
    [admin.id, "skipped", "own_account"],
    [viewer, "done", null],
    [owner, "skipped", "administrator_protected"],
    [user, "done", null],
  ]);
  const erased = await finish(auth, await startJob(auth, { act: "delete", users: { ids: [owner] } }, admin.headers));
  assert.deepEqual(await resultsOf(auth, erased), [[owner, "skipped", "administrator_protected"]]);
});

test("a job takes the right of its act, with a proof and a reason where that is grave; to look takes users:read", async () => {
  const ids = await makeUsers(auth, 12);
  const support = await administrator(auth, "support", "helps");
  const admin = await administrator(auth, "admin", "proves");
  const users = { ids: ids.slice(0, 2) };
  assert.deepEqual(verdict(await post({ act: "ban", ban_duration: "1h", users }, support.headers)), [403, "right_missing"]);
  assert.deepEqual(verdict(await post({ act: "delete", users, dry_run: true }, support.headers)), [403, "right_missing"]);
  const job = await startJob(auth, { act: "sign_out", users }, support.headers);
  const banned = await startJob(auth, { act: "ban", ban_duration: "1h", users }, admin.headers);
  assert.deepEqual(verdict(await act(banned, "cancel", support.headers)), [403, "right_missing"]);
  assert.deepEqual(verdict(await act(banned, "undo", support.headers)), [403, "right_missing"]);
  const { authorization } = admin.headers as { authorization: string };
  assert.deepEqual(verdict(await post({ act: "delete", users }, { authorization })), [422, "reason_missing"]);
  assert.equal((await post({ act: "delete", users, dry_run: true }, { authorization })).status, 200);
  auth.clock.advance(601);
  assert.deepEqual(verdict(await post({ act: "delete", users, reason: "x" }, { authorization })), [
    403,
    "reauthentication_needed",
  ]);
  for (const each of [job, banned]) assert.equal((await act(each, "cancel", admin.headers)).status, 200);
  const owner = await administrator(auth, "owner", "keys");
  const { body: created } = await auth.post("/admin/api-keys", { name: "bulk", rights: ["users:create"] }, owner.headers);
  const key = { authorization: `Bearer ${(created as { key: string }).key}` };
  const { body: other } = await auth.post(
    "/admin/api-keys",
    { name: "reads", rights: ["users:read", "users:write"] },
    owner.headers,
  );
  const reader = { authorization: `Bearer ${(other as { key: string }).key}` };
  const byRole = { act: "unban", users: { filter: { server_role: "any" } }, dry_run: true };
  assert.deepEqual(verdict(await post(byRole, reader)), [403, "right_missing"]);
  for (const path of ["", `/${job.id}`, `/${job.id}/results`])
    assert.deepEqual(verdict(await auth.get(`/admin/bulk-jobs${path}`, key)), [403, "right_missing"]);
});

test("a body that is not right is refused by name, and nothing is written", async () => {
  const ids = await makeUsers(auth, 12);
  const state = await everything(auth);
  const users = { ids };
  for (const [body, status] of [
    [{ users }, 400],
    [{ act: "dance", users }, 400],
    [{ act: "sign_out" }, 400],
    [{ act: "sign_out", users: {} }, 400],
    [{ act: "sign_out", users: { ids: [] } }, 400],
    [{ act: "sign_out", users: { ids: ["x"] } }, 400],
    [{ act: "sign_out", users: { ids: "all" } }, 400],
    [{ act: "sign_out", users: { ...users, all: true } }, 400],
    [{ act: "sign_out", users: { ...users, filter: { search: "a" } } }, 400],
    [{ act: "sign_out", users: { filter: {} } }, 400],
    [{ act: "sign_out", users: { filter: { search: " " } } }, 400],
    [{ act: "sign_out", users: { filter: { created_from: "" } } }, 400],
    [{ act: "sign_out", users: { filter: { created_from: "soon" } } }, 400],
    [{ act: "sign_out", users: { filter: { serch: "a" } } }, 400],
    [{ act: "sign_out", users: { filter: { state: "odd" } } }, 400],
    [{ act: "sign_out", users: { filter: { metadata: "plan" } } }, 400],
    [{ act: "sign_out", users, dryrun: true }, 400],
    [{ act: "sign_out", users, dry_run: "yes" }, 400],
    [{ act: "sign_out", users, reason: "x".repeat(501) }, 400],
    [{ act: "sign_out", users, ban_duration: "1h" }, 400],
    [{ act: "ban", users }, 400],
    [{ act: "ban", users, ban_duration: "none" }, 400],
    [{ act: "ban", users, ban_duration: "a while" }, 400],
    [{ act: "ban", users, ban_duration: "1h", app_metadata: { a: 1 } }, 400],
    [{ act: "set_app_metadata", users }, 400],
    [{ act: "set_app_metadata", users, app_metadata: {} }, 400],
    [{ act: "set_app_metadata", users, app_metadata: [] }, 400],
    [{ act: "set_app_metadata", users, app_metadata: { a: "x".repeat(20_000) } }, 400],
    [{ act: "sign_out", users: { ids: Array.from({ length: 4_001 }, () => randomUUID()) } }, 400],
  ] as const)
    assert.equal((await post(body)).status, status, JSON.stringify(body).slice(0, 200));
  const many = { ids: Array.from({ length: 4_000 }, () => randomUUID()) };
  assert.equal((await post({ act: "sign_out", users: many, dry_run: true })).status, 200);
  for (const path of ["x", randomUUID()])
    for (const [method, rest] of [
      ["GET", ""],
      ["GET", "/results"],
      ["POST", "/cancel"],
      ["POST", "/undo"],
    ] as const) {
      const body = method === "POST" ? { body: {} } : {};
      const reply = await auth.call(`/admin/bulk-jobs/${path}${rest}`, { method, headers: auth.admin, ...body });
      assert.equal(reply.status, 404, reply.text);
    }
  assert.equal(await everything(auth), state);
});

test("an undo comes within seven days; then what it takes is forgotten, after 30 days the results, after 90 the job", async () => {
  const [kept, gone] = (await makeUsers(auth, 2)) as [string, string];
  const body = { act: "set_app_metadata", app_metadata: { a: 1 }, users: { ids: [kept, gone] } };
  const job = await finish(auth, await startJob(auth, body));
  const { db } = auth.service.world;
  const clean = async () => {
    const { world } = auth.service;
    await housekeeping(world, world.log, auth.clock.now).tasks.housekeeping?.({});
    const rows = await db.many<{ user_id: string; before: object | null }>(sql`
      select user_id, before from bulk_job_users where job_id = ${job.id} order by position`);
    const jobs = await db.many(sql`select id from bulk_jobs where id = ${job.id}`);
    return [rows.map(({ before: value }) => value !== null), jobs.length];
  };
  await auth.call(`/admin/users/${gone}`, { method: "DELETE", body: { should_soft_delete: true }, headers: auth.admin });
  assert.deepEqual(await clean(), [[true, false], 1], "of somebody who is gone nothing is kept");
  const days = async (count: number) => auth.clock.advance(count * 86_400);
  await days(7);
  assert.deepEqual(verdict(await act(job, "undo")), [422, "bulk_job_undo_late"]);
  assert.equal((await readJob(auth, job)).undo.possible, false);
  await days(1);
  assert.deepEqual(await clean(), [[false, false], 1]);
  await days(23);
  assert.deepEqual(await clean(), [[], 1]);
  await days(60);
  assert.deepEqual(await clean(), [[], 0]);
});
