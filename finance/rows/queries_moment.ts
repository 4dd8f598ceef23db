// Several statements that see the same moment.
import type { Database, Db } from "../../kernel/sql/database.ts";
import { sql } from "../../kernel/sql/sql.ts";

/** For an answer that is made of several statements: nobody's write comes between them. Those that are sent at once travel together. */
export function atOneMoment<Found>(db: Database, read: (tx: Db) => Promise<Found>): Promise<Found> {
  return db.transaction(async (tx) => {
    const [, found] = await Promise.all([tx.run(sql`set transaction isolation level repeatable read, read only`), read(tx)]);
    return found;
  });
}
