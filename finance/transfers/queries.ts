// The accounts of a transfer.
import type { Db } from "../../kernel/sql/database.ts";
import { sql } from "../../kernel/sql/sql.ts";

/** Which of these accounts are there, and whether they are archived. */
export async function findArchived(db: Db, spaceId: number, accountIds: readonly number[]): Promise<Map<number, boolean>> {
  const rows = await db.many<{ id: number; archived: boolean }>(sql`
    select id, archived from accounts where space_id = ${spaceId} and id = any(${accountIds}::int[])`);
  return new Map(rows.map(({ id, archived }) => [id, archived]));
}
