// Several statements that see the same moment.
import type { Database, Db } from "../../kernel/sql/database.ts";
import { sql } from "../../kernel/sql/sql.ts";

/** For an answer that is made of several statements: nobody's write comes between them. Those that are sent at once travel together. */
export function atOneMoment<Result>(db: Database, read: (tx: Db) => Promise<Result>): Promise<Result> {
  return db.transaction(async (tx) => {
    const [, result] = await Promise.all([tx.run(sql`set transaction isolation level repeatable read, read only`), read(tx)]);
    return result;
  });
}
