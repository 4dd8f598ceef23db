// Test support: budgets through the API, and whether they are right.
import assert from "node:assert/strict";
import type { Db } from "../../kernel/sql/database.ts";
import { sql } from "../../kernel/sql/sql.ts";
import type { Reply } from "../../kernel/testing/client.ts";
import { assertSumsAreRight } from "../integrity/testing.ts";
import type { TestFinance, TestMember } from "../testing.ts";
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
                  (select jsonb_agg(to_jsonb(changes) order by version, n) from changes where space_id = ${spaceId})) as text`);
  return text;
}

/** Holds each budget against the rows of its month in its category tree, and answers how many of the year have anything to count. */
export async function assertBudgetsAreRight(db: Db, member: TestMember, year: number): Promise<number> {
  const budgets = await listBudgets(member, `/${year}`);
  await assertSumsAreRight(db, member.spaceId);
  return budgets.filter((budget) => budget.predicted_total > 0).length;
}
