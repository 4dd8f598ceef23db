// Test support: budgets through the API, and what they should say by the rows that the API shows.
import assert from "node:assert/strict";
import { sql } from "../../kernel/sql/sql.ts";
import type { Reply } from "../../kernel/testing/client.ts";
import type { TestFinance, TestMember } from "../testing.ts";
import { list } from "../transactions/testing.ts";
import type { presentBudget } from "./budget.ts";

export type Budget = ReturnType<typeof presentBudget>;

interface Category {
  id: number;
  parent_id: number | null;
  kind: string;
  default: boolean;
}

export async function createBudget(member: TestMember, body: object): Promise<Budget> {
  const reply = await member.post("/budgets", body);
  assert.equal(reply.status, 201, reply.text);
  return reply.body as Budget;
}

export async function listBudgets(member: TestMember, path = ""): Promise<Budget[]> {
  const reply = await member.get(`/budgets${path}`);
  assert.equal(reply.status, 200, reply.text);
  return reply.body as Budget[];
}

export async function createCategory(member: TestMember, body: object = {}): Promise<number> {
  const reply = await member.post("/categories", { name: "Categoria", ...body });
  assert.equal(reply.status, 201, reply.text);
  return (reply.body as Category).id;
}

/** The category that belongs to the service, for transfers. */
export async function neutralCategory(member: TestMember): Promise<number> {
  const categories = (await member.get("/categories")).body as Category[];
  return categories.find(({ kind }) => kind === "none")?.id as number;
}

/** Of a 422: the errors by field. */
export function errorsOf({ status, body, text }: Reply): Record<string, string[]> {
  assert.equal(status, 422, text);
  return (body as { errors: Record<string, string[]> }).errors;
}

/** All that budgets have written in a space: equal before and after what changes nothing. */
export async function writtenBudgets({ service }: TestFinance, { spaceId }: TestMember): Promise<string> {
  const { text } = await service.world.db.one<{ text: string }>(sql`
    select concat((select jsonb_agg(to_jsonb(budgets) order by id) from budgets where space_id = ${spaceId}),
                  (select jsonb_agg(to_jsonb(changes) order by id) from changes where space_id = ${spaceId})) as text`);
  return text;
}

/** Adds up the rows of GET /transactions, in the category tree of GET /categories, and holds each budget of the year against them.
 * Answers how many have anything to count. */
export async function assertBudgetsAreRight(member: TestMember, year: number): Promise<number> {
  const [budgets, rows, categories] = await Promise.all([
    listBudgets(member, `/${year}`),
    list(member, `${year}-01-01`, `${year}-12-31`),
    member.get("/categories").then(({ body }) => body as Category[]),
  ]);
  for (const budget of budgets) {
    const tree = categories.filter(({ id, parent_id: parent }) => [id, parent].includes(budget.category_id)).map(({ id }) => id);
    const counted = rows.filter(
      (row) =>
        tree.includes(row.category_id) &&
        row.date.startsWith(budget.date.slice(0, 7)) &&
        row.oposite_transaction_id === null &&
        row.paid_credit_card_id === null,
    );
    const sum = (some: typeof counted) => some.reduce((cents, row) => cents + row.amount_cents, 0);
    const magnitude = (cents: number) => Math.max(0, budget.activity_type === 0 ? -cents : cents);
    const expected = {
      total: magnitude(sum(counted.filter(({ paid, credit_card_id: card }) => paid || card !== null))),
      predicted_total: magnitude(sum(counted)),
    };
    assert.deepEqual({ total: budget.total, predicted_total: budget.predicted_total }, expected);
  }
  return budgets.filter((budget) => budget.predicted_total > 0).length;
}
