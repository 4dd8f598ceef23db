// Every statement is about one space: it reads each table that has a `space_id` by it. A cluster needs that, and it keeps spaces
// apart.
import assert from "node:assert/strict";
import { before, test } from "node:test";
import { type Sql, sql, trusted } from "../kernel/sql/sql.ts";
import { recordingLog } from "../kernel/testing/log.ts";
import { openAuthLink } from "./credentials/auth_link.ts";
import { eraseDeletedUsers } from "./erasure/erase_deleted_users.ts";
import { extendAll } from "./extension/extend.ts";
import { checkRound } from "./integrity/round.ts";
import { buildSpaceMonths } from "./months/build_space_months.ts";
import { countSpaces } from "./operators/count_spaces.ts";
import { forgetStaged } from "./post/forget_staged.ts";
import { openQueue } from "./post/queue.ts";
import { COORDINATOR_TABLES } from "./tables/tables.ts";
import { explainForAnyValues, lineOf, nodesOf, OF_SPACE, type Plan, statementsOf } from "./testing/plans.ts";
import { quickClient, TRUSTING } from "./testing/quick_client.ts";
import { spaceTables } from "./testing/space_tables.ts";
import { walkEveryRoute } from "./testing/walk.ts";
import { shareTestFinance, type TestMember } from "./testing.ts";
import { deliverWebhooks } from "./webhooks/testing.ts";

/** Found before the space is known. */
const WITHOUT_SPACE = COORDINATOR_TABLES;

const finance = shareTestFinance(TRUSTING);
let ana: TestMember;
let tables: string[];
before(async () => {
  ana = await finance.member("ana@example.com");
  tables = (await spaceTables(finance.service.world.db)).filter((table) => !WITHOUT_SPACE.includes(table));
});

/** What is wrong with a statement; `spaceIds` are the spaces that it may be about. */
async function offencesOf(statement: Sql, spaceIds: readonly number[]): Promise<string[]> {
  const plan = await explainForAnyValues(finance.service.world.db, statement);
  const read = nodesOf(plan).filter((node) => tables.includes(node["Relation Name"] ?? "") && !isInsert(node));
  return [
    ...read.filter((node) => !isModified(node) && !filtersSpace(node, statement.values, spaceIds)).map(nameOf),
    ...insertsWithoutSpace(statement),
    ...writesInsideOthers(statement),
  ];
}

const isInsert = (node: Plan) => node["Node Type"] === "ModifyTable" && node.Operation === "Insert";
/** What an update or a delete touches is found by the scan below it. */
const isModified = (node: Plan) => node["Node Type"] === "ModifyTable";
const nameOf = (node: Plan) => `${node["Node Type"]} of ${node["Relation Name"]}`;

/** One of the conditions that must all hold says that the column equals a parameter, and the parameter is the space of the caller. */
function filtersSpace(node: Plan, values: readonly unknown[], spaceIds: readonly number[]): boolean {
  const conditions = ["Index Cond", "Recheck Cond", "Filter"].flatMap((name) => conjunctsOf(String(node[name] ?? "")));
  const parameters = conditions.flatMap((each) => /^\(?(?:\w+\.)?space_id = \$(\d+)(?:\) IS TRUE)?$/.exec(each)?.[1] ?? []);
  return parameters.length > 0 && parameters.every((number) => spaceIds.includes(Number(values[Number(number) - 1])));
}

/** `((a = 1) AND ((b = 2) OR (c = 3)))` is `a = 1` and `(b = 2) OR (c = 3)`. */
function conjunctsOf(condition: string): string[] {
  const conjuncts: string[] = [];
  let depth = 0;
  let start = 0;
  const inside = condition.slice(1, -1);
  for (let index = 0; index <= inside.length; index++) {
    if (inside[index] === "(") depth++;
    if (inside[index] === ")") depth--;
    if (depth === 0 && (index === inside.length || inside.startsWith(" AND ", index))) {
      conjuncts.push(inside.slice(start, index).replace(/^\((.*)\)$/, "$1"));
      start = index + " AND ".length;
    }
  }
  return conjuncts;
}

/** Rows are written with their space, said outright. */
function insertsWithoutSpace({ text }: Sql): string[] {
  const inserts = [...text.matchAll(/insert into (\w+)(?:\s+as \w+)?\s*(?:\(\s*(\w+))?/gi)];
  return inserts
    .filter(([, table = "", first]) => tables.includes(table) && first !== "space_id")
    .map(([, table]) => `insert into ${table}`);
}

/** A cluster hands a statement to the machine of its space only if it writes one table, and not in a part of another statement. */
function writesInsideOthers({ text }: Sql): string[] {
  return [...text.matchAll(/\bas (?:materialized )?\(\s*((?:insert into|update|delete from) \w+)/gi)].map(
    ([, write]) => `in a CTE: ${write}`,
  );
}

test("every statement names the space of its caller for every table that it reads or writes", async () => {
  const { db } = finance.service.world;
  const guest = await finance.member("guest@example.com");
  const spaceIds = [ana.spaceId, guest.spaceId];
  const statements = await statementsOf(db, async () => {
    await walkEveryRoute({ ...ana, ...quickClient(finance.port, ana.authorization) }, finance, guest);
    const further = await db.many<{ space_id: number }>(sql`select space_id from further_spaces`);
    spaceIds.push(...further.map((each) => each.space_id));
    await ana.basic.get("/users/me");
    const bruno = await finance.member("bruno@example.com");
    spaceIds.push(bruno.spaceId);
    const { status, text } = await bruno.post("/exports/restore", (await ana.get("/exports?format=json")).body);
    assert.equal(status, 201, text);
    await bruno.post("/transactions", { description: "rent", recurrence_attributes: { periodicity: "monthly" } });
    finance.clock.advance(40 * 86_400);
    await extendAll(db, recordingLog(), finance.clock.now);
    await forgetStaged(db, finance.clock.now());
    await deliverWebhooks(finance);
    await countSpaces(db, finance.clock.now());
    await readOwnMonths(ana);
    assert.deepEqual((await checkRound({ db, log: recordingLog(), now: finance.clock.now })).wrong, {});
    await eraseDeleted(ana);
  });
  for (const table of await spaceTables(db)) {
    const left = sql`select count(*) from ${trusted(table)} where space_id = ${ana.spaceId}`;
    assert.deepEqual([table, await db.one(left)], [table, { count: 0 }], "all that was theirs is gone");
  }
  assert.ok(statements.length >= 60, `only ${statements.length} statements were seen`);
  const offences: string[] = [];
  for (const statement of statements)
    offences.push(...(await offencesOf(statement, spaceIds)).map((why) => `${why}: ${lineOf(statement).slice(0, 300)}`));
  assert.deepEqual(offences, []);
});

test("every key, index and foreign key of a space's table begins with the space, and no table has a trigger of its own", async () => {
  const { db } = finance.service.world;
  const tableNames = await db.many<{ name: string }>(sql`
    select index.relname as name
      from pg_index
      join pg_class as index on index.oid = indexrelid
      join pg_class as indexed on indexed.oid = indrelid
      join pg_attribute on attrelid = indrelid and attnum = indkey[0]
     where indexed.relnamespace = current_schema()::regnamespace and indexed.relname = any(${tables}::text[]) and attname <> 'space_id'
    union all
    select conname
      from pg_constraint
      join pg_class as holder on holder.oid = conrelid
      join pg_attribute on attrelid = conrelid and attnum = conkey[1]
     where contype = 'f' and holder.relname = any(${tables}::text[]) and attname <> 'space_id'
    union all
    select tgname from pg_trigger join pg_class as holder on holder.oid = tgrelid
     where holder.relnamespace = current_schema()::regnamespace and not tgisinternal`);
  assert.deepEqual(tableNames, []);
});

/** While their sums are added up from rows, and once they are kept; a write keeps them. */
async function readOwnMonths(member: TestMember): Promise<void> {
  assert.equal((await member.put("/spaces/months", { start_day: 5 })).status, 200);
  for (const isKept of [false, true]) {
    if (isKept) assert.ok(await buildSpaceMonths(finance.service.world.db, member.spaceId, { rowsAStep: 20 }));
    for (const path of OF_SPACE) assert.equal((await member.get(path)).status, 200, path);
  }
  assert.equal((await member.post("/transactions", { description: "x", amount_cents: -1 })).status, 201);
}

/** A week after they have deleted their account. Others share the space: they go first. */
async function eraseDeleted({ authUserId, spaceId, basic }: TestMember): Promise<void> {
  const { db, config, log } = finance.service.world;
  const auth = openAuthLink({ url: config.authUrl, token: config.authToken });
  const others = (await basic.get("/members")).body as { user_id: number; own: boolean }[];
  for (const { user_id: id } of others.filter(({ own }) => !own))
    assert.equal((await basic.delete(`/members/${id}`)).status, 200);
  const listed = [authUserId];
  const link = {
    findUser: async (id: string) => (id === authUserId ? undefined : auth.findUser(id)),
    listDeletedUsers: async () => listed,
    forgetDeletedUser: async () => void listed.pop(),
  };
  await eraseDeletedUsers({ db, auth: link, queue: openQueue(), log, now: finance.clock.now });
  assert.deepEqual([listed, spaceId], [[], spaceId]);
}

const id = 7;
const PLANTED: [statement: (spaceId: number) => Sql, offence: string][] = [
  [() => sql`select id from transactions where id = ${id}`, "of transactions"],
  [() => sql`update transactions set paid = true where id = ${id}`, "of transactions"],
  [() => sql`delete from budgets where category_id = ${id}`, "of budgets"],
  [(space) => sql`select * from accounts where space_id = ${space} or id = ${id}`, "of accounts"],
  [(space) => sql`select * from accounts where space_id = ${space + 1} and id = ${id}`, "of accounts"],
  [
    (space) => sql`
      select transactions.id
        from transactions left join categories on categories.id = transactions.category_id
       where transactions.space_id = ${space}`,
    "of categories",
  ],
  [(space) => sql`select id from accounts where space_id = ${space} and exists (select from tags where name = 'a')`, "of tags"],
  [
    (space) => sql`
      with gone as (delete from series where space_id = ${space} returning id)
      update transactions set series_id = null where series_id in (select id from gone)`,
    "of transactions",
  ],
  [() => sql`insert into tags (name, uses, space_id) values ('a', 1, ${id})`, "insert into tags"],
  [() => sql`insert into tags select ${id}::bigint, 'a', 1`, "insert into tags"],
];

for (const [statement, offence] of PLANTED) {
  test(`the check fails on: ${lineOf(statement(0))}`, async () => {
    const offences = await offencesOf(statement(ana.spaceId), [ana.spaceId]);
    assert.ok(
      offences.some((each) => each.endsWith(offence)),
      `found: ${offences.join(", ")}`,
    );
  });
}
