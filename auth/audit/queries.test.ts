import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { fileURLToPath } from "node:url";
import { type Database, openDatabase } from "../../kernel/sql/database.ts";
import { migrate } from "../../kernel/sql/migrate.ts";
import { type Sql, sql } from "../../kernel/sql/sql.ts";
import { type TestDatabase, testDatabase } from "../../kernel/testing/database.ts";
import { AUDIT_ACTIONS, type AuditAction, auditPayload } from "./entry.ts";
import { readAuditFilter } from "./filter.ts";
import { auditInsert, auditPayloadOf } from "./queries.ts";
import { followAudit, listAudit } from "./queries_list.ts";
import { readAuditQuery } from "./query.ts";

let database: TestDatabase;
let db: Database;

before(async () => {
  database = await testDatabase();
  await migrate({ url: database.url, schema: "auth", folder: fileURLToPath(new URL("../migrations", import.meta.url)) });
  db = openDatabase({ url: database.url, schema: "auth", maxConnections: 0, name: "test" });
});

after(async () => {
  await db.close();
  await database[Symbol.asyncDispose]();
});

const NOW = new Date("2026-01-31T12:00:00.123Z");
const ANA = { id: "0190f5a4-0000-4000-8000-000000000001", email: "Ana_1@example.com", phone: null, name: "Ana Lima" };
const BIA = { id: "0190f5a4-0000-4000-8000-000000000002", email: "bia@example.com", phone: "15550100" };

async function inserted(...acts: { action: AuditAction; actor: Parameters<typeof auditPayload>[0]["actor"]; at?: number }[]) {
  await db.run(sql`delete from audit_log_entries`);
  for (const { action, actor, at = 0 } of acts) {
    await db.run(auditInsert({ payload: auditPayload({ action, actor }), ip: "192.0.2.1", now: new Date(NOW.getTime() + at) }));
  }
}

const listed = async (query?: string, page = 1, perPage = 50) => {
  const { entries, total } = await listAudit(db, { page, perPage, query: readAuditQuery(query) });
  return { actions: entries.map(({ payload }) => payload.action), total };
};

test("an entry that was inserted alone is listed whole", async () => {
  await inserted({ action: "login", actor: ANA });
  const { entries, total } = await listAudit(db, { page: 1, perPage: 50, query: undefined });
  assert.equal(total, 1);
  const [entry] = entries;
  assert.match(entry?.id ?? "", /^[0-9a-f-]{36}$/);
  assert.deepEqual(entry, {
    id: entry?.id,
    payload: auditPayload({ action: "login", actor: ANA }),
    created_at: NOW,
    ip_address: "192.0.2.1",
  });
});

test("in a CTE an entry is written for each row that the statement found, with the actor from the row", async () => {
  await inserted();
  const people = sql`(values (${ANA.id}::uuid, ${ANA.email}::text, null::text, ${ANA.name}::text),
                             (${BIA.id}::uuid, ${BIA.email}::text, ${BIA.phone}::text, null::text)) as person (id, email, phone, name)`;
  const actor = { id: sql`found.id`, email: sql`found.email`, phone: sql`found.phone`, name: sql`found.name` };
  const write = (who: string) => sql`
    with found as (select id, email, phone, name from ${people} where id = ${who}::uuid),
         audited as (${auditInsert({
           payload: auditPayloadOf({ action: "token_revoked", actor, requestId: "r-1", traits: { by: "rotation" } }),
           ip: "192.0.2.1",
           now: NOW,
           from: sql`found`,
         })})
    select count(*) as found from found`;
  assert.deepEqual(await db.one(write(ANA.id)), { found: 1 });
  assert.deepEqual(await db.one(write(BIA.id)), { found: 1 });
  assert.deepEqual(await db.one(write("0190f5a4-0000-4000-8000-000000000003")), { found: 0 });
  const { entries } = await listAudit(db, { page: 1, perPage: 50, query: readAuditQuery("author:15550100") });
  assert.deepEqual(
    entries.map(({ payload }) => payload),
    [auditPayload({ action: "token_revoked", actor: BIA, requestId: "r-1", traits: { by: "rotation" } })],
  );
  const anas = await listAudit(db, { page: 1, perPage: 50, query: readAuditQuery("action:token_revoked") });
  assert.deepEqual(anas.entries.map(({ payload }) => payload.actor_name).sort(), ["Ana Lima", undefined]);
});

test("an entry of a transaction that fails is not in the log", async () => {
  await inserted();
  const work = db.transaction(async (tx) => {
    await tx.run(auditInsert({ payload: auditPayload({ action: "login", actor: ANA }), ip: "", now: NOW }));
    throw new Error("on purpose");
  });
  await assert.rejects(work, /on purpose/);
  assert.deepEqual(await listed(), { actions: [], total: 0 });
});

test("hostile names go in and come out, and stay searchable", async () => {
  const actor = { ...ANA, name: "\0\ud800'; drop table audit_log_entries; --\\\" ☃" };
  await inserted({ action: "login", actor });
  assert.equal((await listed("author:drop TABLE")).total, 1);
});

test("the list comes newest first, in pages that know the total", async () => {
  await inserted(...AUDIT_ACTIONS.slice(0, 7).map((action, at) => ({ action, actor: ANA, at })));
  const newestFirst = AUDIT_ACTIONS.slice(0, 7).toReversed();
  assert.deepEqual(await listed(undefined, 1, 3), { actions: newestFirst.slice(0, 3), total: 7 });
  assert.deepEqual(await listed(undefined, 3, 3), { actions: newestFirst.slice(6), total: 7 });
  assert.deepEqual(await listed(undefined, 4, 3), { actions: [], total: 7 });
  assert.deepEqual(await listed(undefined, 9_007_199_254, 1000), { actions: [], total: 7 });
});

test("a query finds by part of the author, the action or the type, in any case", async () => {
  await inserted(
    { action: "login", actor: ANA },
    { action: "logout", actor: BIA, at: 1 },
    { action: "token_revoked", actor: ANA, at: 2 },
  );
  await db.run(
    auditInsert({ payload: auditPayload({ action: "user_deleted", actor: { role: "service_role" } }), ip: "", now: NOW }),
  );
  assert.deepEqual((await listed("author:ANA_1")).actions, ["token_revoked", "login"]);
  assert.deepEqual((await listed("author:ana_1@EXAMPLE.com")).actions, ["token_revoked", "login"]);
  assert.deepEqual((await listed("author:lima")).actions, ["token_revoked", "login"]);
  assert.deepEqual((await listed("author:service_role")).actions, ["user_deleted"]);
  assert.deepEqual((await listed("author:bia@")).actions, []);
  assert.deepEqual((await listed("action:LOG")).actions, ["logout", "login"]);
  assert.deepEqual(await listed("type:token"), { actions: ["token_revoked"], total: 1 });
  assert.deepEqual(await listed("type:nothing"), { actions: [], total: 0 });
});

test("percent signs and underscores of a query stand for themselves", async () => {
  await inserted({ action: "login", actor: { ...ANA, email: "100%\\_@example.com" } }, { action: "logout", actor: BIA });
  assert.deepEqual((await listed("author:%\\_")).actions, ["login"]);
  assert.deepEqual((await listed("author:b_a")).actions, []);
  assert.deepEqual((await listed("author:%")).actions, ["login"]);
});

test("in a long log the total stops counting, a next page is still announced, and a whole address is found however old", async () => {
  await inserted({ action: "login", actor: ANA, at: -1_000_000 });
  await fill(60_000);
  const last = auditPayload({ action: "logout", actor: BIA });
  await db.run(auditInsert({ payload: last, ip: "", now: new Date(NOW.getTime() + 1_000_000) }));
  assert.equal((await listed(undefined, 1, 10)).total, 10_000);
  assert.equal((await listed(undefined, 2_501, 10)).total, 25_011);
  const end = await listed(undefined, 6_001, 10);
  assert.deepEqual([end.actions.at(-1), end.total], ["login", 60_002]);
  assert.deepEqual((await listed("author:ana_1@example.com")).actions, ["login"]);
  assert.deepEqual((await listed("author:ana_1@")).actions, []);
  assert.deepEqual((await listed("author:1555")).actions, ["logout"]);

  let lists = 0;
  const rows = [];
  for (let next: string | undefined = `${"9".repeat(16)}_${ANA.id}`; next !== undefined; lists++) {
    const list = await followAudit(db, { ...readAuditFilter({ user_id: ANA.id.toUpperCase(), cursor: next }) }, 10);
    rows.push(...list.entries.map(({ payload }) => payload.action));
    next = list.next;
  }
  assert.deepEqual([rows, lists], [["login"], 7], "what no index serves is looked for in 10,000 entries at a time");

  await db.run(sql`analyze audit_log_entries`);
  for (const request of [{ ip_address: "x" }, { user_id: ANA.id, action: "login" }, { from: NOW.toISOString() }] as const)
    for (const plan of await plansOf(async (watched) => void (await followAudit(watched, readAuditFilter(request), 50))))
      assert.doesNotMatch(plan, /Seq Scan on audit_log_entries/, plan);
  for (const query of [undefined, "action:login", "type:account", "author:nobody", "author:ana_1@example.com"]) {
    const list = (watched: Database) => listAudit(watched, { page: 1, perPage: 50, query: readAuditQuery(query) });
    for (const plan of await plansOf(list)) assert.doesNotMatch(plan, /Seq Scan on audit_log_entries/, `${query}:\n${plan}`);
  }
});

/** Entries of nobody in particular, of all actions but those that the test looks for. */
async function fill(count: number): Promise<void> {
  const actions = AUDIT_ACTIONS.filter((action) => action !== "login" && action !== "logout");
  const payloads = actions.map((action) => JSON.stringify(auditPayload({ action, actor: { ...BIA, phone: "0" } })));
  // In parts, because a statement has five seconds.
  for (let from = 1; from <= count; from += 10_000)
    await db.run(sql`
      insert into audit_log_entries (id, payload, created_at, ip_address)
      select gen_random_uuid(), (${payloads}::text[])[1 + n % ${payloads.length}::int]::json,
             ${NOW}::timestamptz + n * interval '1 microsecond', ''
        from generate_series(${from}::int, ${from + 9_999}::int) as n`);
}

/** The plans of the statements that a list sends. */
async function plansOf(list: (watched: Database) => Promise<unknown>): Promise<string[]> {
  const statements: Sql[] = [];
  const remember = async (statement: Sql) => {
    statements.push(statement);
    return Object.assign([], { counted: 0 });
  };
  await list({ many: remember, one: remember, maybeOne: remember } as unknown as Database);
  return Promise.all(
    statements.map(async (statement) => {
      const lines = await db.many<{ "QUERY PLAN": string }>(sql`explain ${statement}`);
      return lines.map((line) => line["QUERY PLAN"]).join("\n");
    }),
  );
}
