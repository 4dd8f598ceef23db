// Test support: how many rows each statement looks at, found out at the moment when the service sends it.
import type { Database } from "../../kernel/sql/database.ts";
import { type Sql, sql, trusted } from "../../kernel/sql/sql.ts";
import { sqlstateOf } from "../../kernel/sql/sqlstate.ts";
import { lineOf, nodesOf, type Plan } from "./plans.ts";

export interface Work {
  statement: string;
  /** `custom`: the plan for these values; `generic`: the one for any values. */
  plan: "custom" | "generic";
  rows: number;
}

const WRITES = /\b(nextval|add_job|post_\w+|add_sums_\w+|for (no key )?update|insert into|delete from)\b/i;

/**
 * Runs each statement that `work` sends over `db` again over `other`, once with each kind of plan and the same settings. Writes
 * are left out.
 */
export async function workOfStatements(db: Database, other: Database, work: () => Promise<unknown>): Promise<Work[]> {
  const texts = new Set<string>();
  const explained: Promise<Work[]>[] = [];
  let settings: Sql[] = [];
  db.observer = (statement) => {
    const { text } = statement;
    if (/^\s*(begin|commit|rollback)\b/i.test(text)) settings = [];
    else if (/^\s*set local enable_|set_config/i.test(text)) settings.push(statement);
    else if (/^\s*(select|with)\b/i.test(text) && !WRITES.test(text) && !texts.has(text)) {
      texts.add(text);
      explained.push(
        Promise.all((["custom", "generic"] as const).map((plan) => explainRead(other, [...settings], statement, plan))),
      );
    }
  };
  try {
    await work();
  } finally {
    db.observer = undefined;
  }
  return (await Promise.all(explained)).flat();
}

async function explainRead(db: Database, settings: readonly Sql[], statement: Sql, plan: Work["plan"]): Promise<Work> {
  const work = { statement: lineOf(statement), plan };
  try {
    return { ...work, rows: rowsOf(await planOf(db, settings, statement, plan)) };
  } catch (error) {
    if (sqlstateOf((error as Error).cause) !== CANCELLED) throw error;
    return { ...work, rows: Number.POSITIVE_INFINITY };
  }
}

/** It ran out of time. */
const CANCELLED = "57014";

function planOf(db: Database, settings: readonly Sql[], statement: Sql, plan: Work["plan"]): Promise<Plan> {
  const values = statement.values.length > 0 ? `(${statement.values.map(literalOf).join(", ")})` : "";
  return db.transaction(async (tx) => {
    const before = [
      sql`set transaction read only`,
      ...settings,
      trusted(`set local plan_cache_mode = force_${plan}_plan`),
      trusted(`prepare looked_at as ${statement.text}`),
    ];
    // All of them travel together.
    const prepared = before.map((each) => tx.run(each));
    const explained = tx.many<{ "QUERY PLAN": { Plan: Plan }[] }>(
      trusted(`explain (analyze, format json) execute looked_at${values}`),
    );
    const [[explanation]] = await Promise.all([explained, tx.run(trusted("deallocate looked_at")), ...prepared]);
    return explanation?.["QUERY PLAN"][0]?.Plan as Plan;
  });
}

function literalOf(value: unknown): string {
  if (value === null || value === undefined) return "null";
  if (Array.isArray(value)) return quoted(`{${value.map((each) => JSON.stringify(each)).join(",")}}`);
  if (value instanceof Date) return quoted(value.toISOString());
  if (value instanceof Uint8Array) return quoted(`\\x${Buffer.from(value).toString("hex")}`);
  return quoted(typeof value === "object" ? JSON.stringify(value) : String(value));
}

const quoted = (text: string): string => `'${text.replaceAll("'", "''")}'`;

/** Rows that were read, also those that a condition left out, and pairs of rows that a join compared in vain. */
function rowsOf(plan: Plan): number {
  const counted = (node: Plan, names: readonly string[]) =>
    names.reduce((sum, name) => sum + Number(node[name] ?? 0), 0) * Number(node["Actual Loops"]);
  return nodesOf(plan).reduce((sum, node) => {
    const read =
      node["Relation Name"] === undefined ? [] : ["Actual Rows", "Rows Removed by Filter", "Rows Removed by Index Recheck"];
    return sum + counted(node, [...read, "Rows Removed by Join Filter"]);
  }, 0);
}
