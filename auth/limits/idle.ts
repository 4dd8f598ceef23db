// For responses whose time must not reveal whether an address has an account: sends as many statements as the skipped work has.
import type { Db } from "../../kernel/sql/database.ts";
import { sql } from "../../kernel/sql/sql.ts";

const NOTHING = sql`select`;

/** Sends a statement that does nothing instead of each. */
export function idle(tx: Pick<Db, "run">): Pick<Db, "run"> {
  return {
    run: async () => {
      await tx.run(NOTHING);
      return 0;
    },
  };
}
