// Statements that are quick only along an index that has their order.
import type { Database, Db } from "../../kernel/sql/database.ts";
import { sql } from "../../kernel/sql/sql.ts";

/**
 * Nothing is sorted unless there is no other way. Where statistics do not know a space, the planner expects one row of it, which it would
 * read by any index and sort.
 */
export function inIndexOrder<Result>(db: Database, read: (tx: Db) => Promise<Result>): Promise<Result> {
  return db.transaction(async (tx) => {
    const [, result] = await Promise.all([tx.run(sql`set local enable_sort = off`), read(tx)]);
    return result;
  });
}
