// The last calls of hooks.
import type { Db } from "../../kernel/sql/database.ts";
import { sql } from "../../kernel/sql/sql.ts";
import type { HookName } from "../config/hooks.ts";

/** Of each hook. */
export const KEPT_CALLS = 50;

export interface HookCall {
  hook: HookName;
  at: Date;
  milliseconds: number;
  outcome: "answered" | "refused" | "failed";
  error: string | null;
}

export async function insertCalls(db: Pick<Db, "run">, calls: readonly HookCall[]): Promise<void> {
  const rows = calls.map(({ hook, at, milliseconds, outcome, error }) => ({ hook, at, milliseconds, outcome, error }));
  await db.run(sql`
    insert into hook_calls (hook, created_at, milliseconds, outcome, error)
    select hook, at, milliseconds, outcome, error
      from json_to_recordset(${JSON.stringify(rows)}::text::json)
           as call (hook text, at timestamptz, milliseconds integer, outcome text, error text)`);
}

/** The table never has many more rows than this leaves. */
export async function trimCalls(db: Pick<Db, "run">): Promise<void> {
  await db.run(sql`
    delete from hook_calls
     where number in (
       select number
         from (select number, row_number() over (partition by hook order by number desc) as place from hook_calls) as placed
        where place > ${KEPT_CALLS}::int)`);
}

/** Newest first. */
export function listCalls(db: Db): Promise<HookCall[]> {
  return db.many<HookCall>(sql`
    select hook, created_at as at, milliseconds, outcome, error from hook_calls order by number desc limit 1000`);
}
