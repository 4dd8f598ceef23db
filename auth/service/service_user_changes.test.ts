import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import type { Db } from "../../kernel/sql/database.ts";
import { type Sql, sql } from "../../kernel/sql/sql.ts";
import { serverUrl } from "../../kernel/testing/database.ts";
import { plainClient } from "../../kernel/testing/plain_client.ts";
import { startTcpProxy, through } from "../../kernel/testing/tcp_proxy.ts";
import { until } from "../../kernel/testing/until.ts";
import { startTestAuth, type TestAuth } from "../testing.ts";
import { readChanges } from "./queries.ts";

interface Page {
  changes: { id: number; user_id: string; change: string }[];
  cursor: string;
}

async function read(auth: TestAuth, after?: string, wait?: number): Promise<Page> {
  const query = new URLSearchParams({ ...(after && { after }), ...(wait && { wait: String(wait) }) });
  const reply = await auth.get(`/service/user_changes?${query}`, auth.admin);
  assert.equal(reply.status, 200, reply.text);
  return reply.body as Page;
}

const INSERT = "insert into auth.user_changes (user_id, change, created_at) values ($1, $2, now())";

const change = (auth: TestAuth, user = randomUUID(), what = "banned") =>
  auth.service.world.db.run(sql`insert into user_changes (user_id, change, created_at) values (${user}, ${what}, now())`);

test("GET /service/user_changes begins at the current end and then tells each change once, in order", async () => {
  await using auth = await startTestAuth();
  await change(auth);
  const begin = await read(auth, undefined, 25);
  assert.deepEqual(begin.changes, []);
  const [ana, bob] = [randomUUID(), randomUUID()];
  await change(auth, ana, "banned");
  await change(auth, bob, "deleted");
  const { changes, cursor } = await read(auth, begin.cursor);
  assert.deepEqual(
    changes.map((each) => [each.user_id, each.change]),
    [
      [ana, "banned"],
      [bob, "deleted"],
    ],
  );
  assert.deepEqual(Object.keys(changes[0] as object), ["id", "user_id", "change"]);
  assert.deepEqual((await read(auth, cursor)).changes, []);
  assert.deepEqual((await read(auth, begin.cursor)).changes, changes);
});

test("GET /service/user_changes misses nothing that commits out of order, and an open transaction holds nothing back", async () => {
  await using auth = await startTestAuth();
  await using connection = await plainClient(auth.database.url);
  const { cursor: begin } = await read(auth);
  const late = randomUUID();
  const early = randomUUID();
  await connection.query("begin");
  await connection.query(INSERT, [late, "banned"]);
  await change(auth, early);
  const first = await read(auth, begin);
  assert.deepEqual(
    first.changes.map((each) => each.user_id),
    [early],
  );
  const meanwhile = await read(auth, first.cursor);
  assert.deepEqual(meanwhile.changes, []);
  await connection.query("commit");
  const second = await read(auth, meanwhile.cursor);
  assert.deepEqual(
    second.changes.map((each) => each.user_id),
    [late],
  );
  assert.ok((second.changes[0]?.id ?? 0) < (first.changes[0]?.id ?? 0), "its id is the smaller one");
  assert.deepEqual((await read(auth, second.cursor)).changes, []);
});

test("GET /service/user_changes tells twenty readers everything exactly once while twenty writers write", async () => {
  await using auth = await startTestAuth();
  const { cursor: begin } = await read(auth);
  const written: string[] = [];
  const writers = Array.from({ length: 20 }, async (_, writer) => {
    await using connection = await plainClient(auth.database.url);
    for (let round = 0; round < 10; round++) {
      const user = randomUUID();
      await connection.query("begin");
      await connection.query(INSERT, [user, "banned"]);
      // Some last longer than others, and end in another order than they began.
      for (let trips = (writer * 7 + round * 13) % 10; trips > 0; trips--) await connection.query("select");
      await connection.query("commit");
      written.push(user);
    }
  });
  let over = false;
  const readers = Array.from({ length: 20 }, async () => {
    const observed: string[] = [];
    for (let cursor = begin, wasOver = false; !wasOver; ) {
      wasOver = over;
      const page = await read(auth, cursor, wasOver ? 0 : 0.2);
      observed.push(...page.changes.map((each) => each.user_id));
      cursor = page.cursor;
    }
    return observed.sort();
  });
  await Promise.all(writers);
  over = true;
  for (const observed of await Promise.all(readers)) assert.deepEqual(observed, written.toSorted());
});

test("GET /service/user_changes wakes everybody who waits, and asks the database a few times a second for all of them", async () => {
  await using auth = await startTestAuth();
  const { cursor } = await read(auth);
  const { db } = auth.service.world;
  const start = db.roundTrips;
  const waiting = Array.from({ length: 50 }, () => read(auth, cursor, 20));
  // Each asks once when it comes.
  await until("everybody to wait", () => db.roundTrips - start >= waiting.length);
  const before = db.roundTrips;
  const began = performance.now();
  await until("further questions", () => db.roundTrips - before >= 5);
  const took = performance.now() - began;
  // Each for itself would be two hundred a second.
  assert.ok(took > 500, `five statements in ${took} ms`);
  await change(auth);
  const pages = await Promise.all(waiting);
  assert.deepEqual([...new Set(pages.map((page) => page.changes.length))], [1]);
  const idle = db.roundTrips;
  await sleep(600);
  assert.ok(db.roundTrips - idle <= 1, "nobody waits, so nobody asks");
});

test("GET /service/user_changes tells of a ban, a new password and a deletion when it next asks after the answer", async () => {
  await using auth = await startTestAuth({ MAILER_AUTOCONFIRM: "true" });
  const signUp = await auth.post("/signup", { email: "ana@example.com", password: "correct horse" });
  const { user, access_token: token } = signUp.body as { user: { id: string }; access_token: string };
  const path = `/admin/users/${user.id}`;
  const put = (body: unknown) => auth.call(path, { method: "PUT", body, headers: auth.admin });
  const acts = {
    password_changed: () =>
      auth.call("/user", { method: "PUT", body: { password: "another horse" }, headers: { authorization: `Bearer ${token}` } }),
    banned: () => put({ ban_duration: "24h" }),
    unbanned: () => put({ ban_duration: "none" }),
    email_changed: () => put({ email: "nova@example.com" }),
    role_changed: () => put({ role: "service_role" }),
    deleted: () => auth.call(path, { method: "DELETE", headers: auth.admin }),
  };
  const { db } = auth.service.world;
  let { cursor } = await read(auth);
  for (const [what, act] of Object.entries(acts)) {
    const waiting = read(auth, cursor, 20);
    const reply = await act();
    assert.equal(reply.status, 200, reply.text);
    const before = db.roundTrips;
    const page = await waiting;
    // One question may have been under way, and a page is read by two statements. There are four questions a second.
    assert.ok(db.roundTrips - before <= 3, `${db.roundTrips - before} statements`);
    assert.deepEqual(
      page.changes.map((each) => [each.user_id, each.change]),
      [[user.id, what]],
    );
    cursor = page.cursor;
  }
});

test("GET /service/user_changes gives an empty answer when its time is over, with a cursor that goes on", async () => {
  await using auth = await startTestAuth();
  const { cursor } = await read(auth);
  const began = performance.now();
  const page = await read(auth, cursor, 0.6);
  const took = performance.now() - began;
  assert.deepEqual(page.changes, []);
  assert.ok(took >= 590 && took < 2_000, `${took} ms`);
  await change(auth);
  assert.equal((await read(auth, page.cursor)).changes.length, 1);
});

test("GET /service/user_changes keeps nobody waiting when the service ends", async () => {
  let waiting: Promise<Page> | undefined;
  let began = 0;
  {
    await using auth = await startTestAuth();
    const { cursor } = await read(auth);
    const { db } = auth.service.world;
    const before = db.roundTrips;
    waiting = read(auth, cursor, 25);
    await until("the question to be asked", () => db.roundTrips > before);
    began = performance.now();
  }
  assert.ok(performance.now() - began < 3_000);
  assert.deepEqual((await waiting).changes, []);
});

test("GET /service/user_changes answers 503 to whoever waits while the database goes away, and works when it is back", async () => {
  await using proxy = await startTcpProxy({ host: "127.0.0.1", port: Number(new URL(serverUrl()).port) });
  await using auth = await startTestAuth({}, (url) => through(proxy, url));
  const { cursor } = await read(auth);
  const { db } = auth.service.world;
  const before = db.roundTrips;
  const waiting = auth.get(`/service/user_changes?after=${cursor}&wait=20`, auth.admin);
  await until("the question to be asked", () => db.roundTrips > before);
  const began = performance.now();
  await proxy.cut();
  assert.equal((await waiting).status, 503);
  assert.ok(performance.now() - began < 5_000);
  await proxy.mend();
  await until("the service to be ready again", async () => (await auth.get("/ready")).status === 200);
  await change(auth);
  assert.equal((await read(auth, cursor)).changes.length, 1);
});

test("GET /service/user_changes refuses a cursor from another database, and one with too much to catch up on", async () => {
  await using auth = await startTestAuth();
  const { cursor } = await read(auth);
  const ahead = await auth.get("/service/user_changes?after=999999999:999999999:&wait=20", auth.admin);
  assert.deepEqual([ahead.status, (ahead.body as { error_code: string }).error_code], [410, "cursor_gone"]);
  await auth.service.world.db.run(
    sql`insert into user_changes (user_id, change, created_at) select gen_random_uuid(), 'banned', now() from generate_series(1, 10000)`,
  );
  assert.equal((await read(auth, cursor)).changes.length, 10_000);
  await change(auth);
  assert.equal((await auth.get(`/service/user_changes?after=${cursor}`, auth.admin)).status, 410);
});

test("GET /service/user_changes refuses bad input with a 4xx", async () => {
  await using auth = await startTestAuth();
  for (const query of ["after=", "after=7", "after=8:7:", "after=%00", "after=x", "wait=x", "wait=-1", "wait=1e9", "wait=%00"]) {
    const reply = await auth.get(`/service/user_changes?${query}`, auth.admin);
    assert.equal(reply.status, 400, `${query}: ${reply.text}`);
  }
});

test("GET /service/user_changes is for administrators only", async () => {
  await using auth = await startTestAuth({ EXTERNAL_ANONYMOUS_USERS_ENABLED: "true" });
  assert.equal((await auth.get("/service/user_changes")).status, 401);
  const { access_token: token } = (await auth.post("/signup", {})).body as { access_token: string };
  assert.equal((await auth.get("/service/user_changes", { authorization: `Bearer ${token}` })).status, 403);
});

test("GET /service/user_changes reads by its index, however much lies behind", async () => {
  await using auth = await startTestAuth();
  await using client = await plainClient(auth.database.url);
  const statements: Sql[] = [];
  const noting = { one: async (statement: Sql) => statements.push(statement) } as unknown as Db;
  await readChanges(noting, (await read(auth)).cursor, 1);
  const [{ text, values } = sql``] = statements;
  await client.query("set search_path = auth; set plan_cache_mode = force_generic_plan");
  await client.query(`insert into user_changes (user_id, change, created_at)
                       select gen_random_uuid(), 'banned', now() from generate_series(1, 20000)`);
  await client.query("analyze user_changes");
  await client.query(`prepare feed as ${text}`);
  const plan = await client.query(`explain execute feed(${values.map((value) => `'${value}'`).join(", ")})`);
  assert.match(JSON.stringify(plan), /Index Scan using user_changes_xid_idx/);
  assert.doesNotMatch(JSON.stringify(plan), /Seq Scan/);
});
