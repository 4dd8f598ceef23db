// The table `ledger_check`, and which spaces there are to look at.
import type { Db } from "../../kernel/sql/database.ts";
import { sql } from "../../kernel/sql/sql.ts";
import { type CheckState, NEW_STATE } from "./state.ts";

export async function readState(db: Db): Promise<CheckState> {
  const row = await db.maybeOne<{ state: CheckState }>(sql`select state from ledger_check`);
  return { ...NEW_STATE, ...row?.state };
}

/** Only one job at a time comes here. */
export async function writeState(db: Db, state: CheckState): Promise<void> {
  await db.run(sql`
    insert into ledger_check (is_only, state) values (true, ${state}::jsonb)
    on conflict (is_only) do update set state = excluded.state`);
}

/**
 * Whether the space was written to since then: by a logged change, or by the extension of a series. Both are at the end of an
 * index. Undefined if the space does not exist.
 */
export async function isTouched(db: Db, spaceId: number, since: Date): Promise<boolean | undefined> {
  const space = await db.maybeOne<{ touched: boolean }>(sql`
    select coalesce((select at from changes where space_id = ${spaceId} order by version desc, n desc limit 1) >= ${since}, false) or
           coalesce((select created_at from transactions where space_id = ${spaceId} order by id desc limit 1) >= ${since}, false)
           as touched
      from spaces
     where space_id = ${spaceId}`);
  return space?.touched;
}
