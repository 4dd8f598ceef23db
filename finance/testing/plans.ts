// Test support: how the database would run a statement, or did.
import type { Database } from "../../kernel/sql/database.ts";
import { type Sql, sql, trusted } from "../../kernel/sql/sql.ts";

export interface Plan {
  "Node Type": string;
  "Relation Name"?: string;
  "Subplan Name"?: string;
  Plans?: Plan[];
  [detail: string]: unknown;
}

/** The statements that the work sends, each text once, with the values of the first time. Those that only frame others are left out. */
export async function statementsOf(db: Database, work: () => Promise<unknown>): Promise<Sql[]> {
  const statements = new Map<string, Sql>();
  db.observer = (statement) => {
    if (!statements.has(statement.text)) statements.set(statement.text, statement);
  };
  try {
    await work();
  } finally {
    db.observer = undefined;
  }
  return [...statements.values()].filter(({ text }) => !/^\s*(begin|commit|rollback|discard|set)\b/i.test(text));
}

/** For these values. */
export async function explain(db: Database, statement: Sql): Promise<Plan> {
  return planOf(await db.many(sql`explain (format json) ${statement}`));
}

/** For any values: what a connection may come to use once it has sent the statement a few times. */
export function explainForAnyValues(db: Database, { text, values }: Sql): Promise<Plan> {
  return db.transaction(async (tx) => {
    const nulls = values.length > 0 ? `(${values.map(() => "null").join(", ")})` : "";
    const [, , rows] = await Promise.all([
      tx.run(trusted("set local plan_cache_mode = force_generic_plan")),
      tx.run(trusted(`prepare looked_at as ${text}`)),
      tx.many<Explained>(trusted(`explain (format json) execute looked_at${nulls}`)),
      tx.run(trusted("deallocate looked_at")),
    ]);
    return planOf(rows);
  });
}

class Undo extends Error {}

/** As it went, after `before`. Nothing of both is kept. */
export async function explainRun(db: Database, before: Sql, statement: Sql): Promise<Plan> {
  let plan: Plan | undefined;
  const undone = db.transaction(async (tx) => {
    await tx.run(before);
    plan = planOf(await tx.many(sql`explain (analyze, format json) ${statement}`));
    throw new Undo();
  });
  await undone.catch((error) => {
    if (!(error instanceof Undo)) throw error;
  });
  return plan as Plan;
}

type Explained = { "QUERY PLAN": { Plan: Plan }[] };

function planOf(rows: Explained[]): Plan {
  return rows[0]?.["QUERY PLAN"][0]?.Plan as Plan;
}

/** A plan and all below it. */
export function nodesOf(plan: Plan): Plan[] {
  return [plan, ...(plan.Plans ?? []).flatMap(nodesOf)];
}

/** As one line, for messages. */
export function lineOf({ text }: Sql): string {
  return text.replace(/\s+/g, " ").trim();
}

/** Reads by the months of a space. */
export const OF_SPACE = [
  "/reports/cash_flow?period=space",
  "/reports/categories?period=space",
  "/reports/net_worth?period=space&basis=payment",
  "/balances?period=space&periodicity=monthly",
  "/overview?period=space",
  "/budgets?period=space",
];
