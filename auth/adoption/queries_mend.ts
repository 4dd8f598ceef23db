// The statements that compare an adopted schema with ours.
import type { Db } from "../../kernel/sql/database.ts";
import { sql } from "../../kernel/sql/sql.ts";

export interface ComparedUsers {
  last: string;
  compared: number;
  only_here: string[];
  only_there: string[];
  differ: string[];
  /** Users who could not be mended. */
  refused: string[];
  /** How many differ. */
  identities: number;
  factors: number;
  sessions: number;
}

/** Undefined after the last user. */
export async function compareUsers(tx: Db, after: string, most: number, mends: boolean): Promise<ComparedUsers | undefined> {
  const row = await tx.one<{ batch: ComparedUsers | null }>(
    sql`select compare_users(${after}::uuid, ${most}::int, ${mends}) as batch`,
  );
  return row.batch ?? undefined;
}
