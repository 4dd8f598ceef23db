// For an insert that refers to a row which somebody may delete at the same moment.
import type { Db } from "./database.ts";
import type { Sql } from "./sql.ts";
import { isForeignKeyViolation } from "./sqlstate.ts";

/** False where what it refers to is gone. Not for a transaction, which ends with the refusal. */
export async function runUnlessGone(db: Db, statement: Sql): Promise<boolean> {
  try {
    await db.run(statement);
    return true;
  } catch (error) {
    if (isForeignKeyViolation(error)) return false;
    throw error;
  }
}
