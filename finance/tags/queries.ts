// The table `tags`, which is kept by whatever writes transactions.
import type { Db } from "../../kernel/sql/database.ts";
import { sql } from "../../kernel/sql/sql.ts";

export interface TagRow {
  name: string;
  uses: number;
}

/** Tags that some transaction has. */
export function listTags(db: Db, spaceId: number): Promise<TagRow[]> {
  return db.many<TagRow>(sql`select name, uses from tags where space_id = ${spaceId} and uses > 0`);
}
