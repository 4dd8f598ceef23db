// For an insert that references a row which another request may delete.
import type { Db } from "./database.ts";
import type { Sql } from "./sql.ts";
import { isForeignKeyViolation } from "./sqlstate.ts";

/** False if the referenced row is gone. Not for transactions, which the error would abort. */
export async function runUnlessGone(db: Db, statement: Sql): Promise<boolean> {
  try {
    await db.run(statement);
    return true;
  } catch (error) {
    if (isForeignKeyViolation(error)) return false;
    throw error;
  }
}
