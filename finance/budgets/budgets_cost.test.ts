// What a list of budgets costs must not grow with the history.
import assert from "node:assert/strict";
import { after, test } from "node:test";
import { type Sql, sql } from "../../kernel/sql/sql.ts";
import { startTestFinance } from "../testing.ts";
import { listBudgets } from "./testing.ts";

const finance = await startTestFinance();
after(() => finance[Symbol.asyncDispose]());
const { db } = finance.service.world;

const CATEGORIES = 20;
const CHILDREN = 5;

interface PlanNode {
  "Relation Name"?: string;
  "Actual Rows": number;
  "Actual Loops": number;
  "Rows Removed by Filter"?: number;
  Plans?: PlanNode[];
}

/** Rows that were looked at, whether or not they were of use. */
function rowsRead(table: string, node: PlanNode): number {
  const below = (node.Plans ?? []).reduce((sum, each) => sum + rowsRead(table, each), 0);
  if (node["Relation Name"] !== table) return below;
  return below + (node["Actual Rows"] + (node["Rows Removed by Filter"] ?? 0)) * node["Actual Loops"];
}

async function statementOf(work: () => Promise<unknown>): Promise<Sql> {
  const statements: Sql[] = [];
  db.observer = (statement) => {
    if (/\bbudgets\b/.test(statement.text)) statements.push(statement);
  };
  await work();
  db.observer = undefined;
  assert.equal(statements.length, 1);
  return statements[0] as Sql;
}

test("GET /budgets/:year reads the months of its own categories and nothing else, however many years there are", async () => {
  const ana = await finance.member("cost@example.com");
  const { spaceId } = ana;
  const newCategories = (name: string, parent: Sql, from: Sql) => sql`
    insert into categories (space_id, id, name, color, parent_id, kind, uuid, created_at, updated_at)
    select ${spaceId}, nextval('categories_id_seq'), ${name}, '000000', ${parent}, 'expenses', repeat('0', 40), now(), now() from ${from}`;
  await db.run(newCategories("root", sql`null::int`, sql`generate_series(1, ${CATEGORIES}::int)`));
  const roots = sql`(select id from categories where space_id = ${spaceId} and name = 'root') as roots`;
  await db.run(newCategories("child", sql`roots.id`, sql`${roots}, generate_series(1, ${CHILDREN}::int)`));
  await db.run(sql`
    insert into category_months (space_id, category_id, month, paid_cents, unpaid_cents)
    select space_id, id, month::date, -10, -1
      from categories, generate_series('2016-01-01', '2026-12-01', interval '1 month') as month
     where space_id = ${spaceId} and name in ('root', 'child')`);
  await db.run(sql`
    insert into budgets (space_id, id, category_id, date, activity_type, amount_cents)
    select ${spaceId}, nextval('budgets_id_seq'), roots.id, month::date, 0, 100
      from ${roots}, generate_series('2026-01-01', '2026-12-01', interval '1 month') as month`);
  for (const table of [sql`categories`, sql`category_months`, sql`budgets`]) await db.run(sql`analyze ${table}`);
  const statement = await statementOf(async () => {
    const budgets = await listBudgets(ana, "/2026");
    assert.equal(budgets.length, 12 * CATEGORIES);
    assert.ok(
      budgets.every(({ total, predicted_total }) => total === 10 * (1 + CHILDREN) && predicted_total === 11 * (1 + CHILDREN)),
    );
  });
  const explained = await db.one<{ "QUERY PLAN": { Plan: PlanNode }[] }>(sql`explain (analyze, format json) ${statement}`);
  const plan = explained["QUERY PLAN"][0]?.Plan as PlanNode;
  assert.equal(rowsRead("budgets", plan), 12 * CATEGORIES);
  assert.equal(rowsRead("category_months", plan), 12 * CATEGORIES * (1 + CHILDREN));
});

test("GET /budgets/:year/:month of chains reads ten years of them at most, in one statement", async () => {
  const eva = await finance.member("chains@example.com");
  const { spaceId } = eva;
  await db.run(sql`
    insert into categories (space_id, id, name, color, kind, uuid, created_at, updated_at)
    select ${spaceId}, nextval('categories_id_seq'), 'chain', '000000', 'expenses', repeat('0', 40), now(), now()
      from generate_series(1, ${CATEGORIES}::int)`);
  await db.run(sql`
    insert into category_months (space_id, category_id, month, paid_cents, unpaid_cents)
    select space_id, id, month::date, -10, 0
      from categories, generate_series('1990-01-01', '2026-12-01', interval '1 month') as month
     where space_id = ${spaceId} and name = 'chain'`);
  await db.run(sql`
    insert into budgets (space_id, id, category_id, date, activity_type, amount_cents, carry)
    select space_id, nextval('budgets_id_seq'), id, month::date, 0, 100, 'surplus'
      from categories, generate_series('1990-01-01', '2026-12-01', interval '1 month') as month
     where space_id = ${spaceId} and name = 'chain'`);
  for (const table of [sql`categories`, sql`category_months`, sql`budgets`]) await db.run(sql`analyze ${table}`);
  const statement = await statementOf(async () => {
    const budgets = await listBudgets(eva, "/2026/2");
    assert.deepEqual([...new Set(budgets.map((budget) => budget.carried_cents))], [120 * 90]);
  });
  const explained = await db.one<{ "QUERY PLAN": { Plan: PlanNode }[] }>(sql`explain (analyze, format json) ${statement}`);
  const plan = explained["QUERY PLAN"][0]?.Plan as PlanNode;
  assert.equal(rowsRead("budgets", plan), 121 * CATEGORIES);
  assert.equal(rowsRead("category_months", plan), 121 * CATEGORIES);
});
