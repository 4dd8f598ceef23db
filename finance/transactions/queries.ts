// The account that a transaction is booked on by default, and the kind of the category that one is under.
import type { Db } from "../../kernel/sql/database.ts";
import { sql } from "../../kernel/sql/sql.ts";
import type { Places } from "../rows/queries_places.ts";

export async function findDefaultAccount(db: Db, spaceId: number): Promise<Places> {
  const account = await db.maybeOne<{ id: number; archived: boolean }>(sql`
    select id, archived
      from accounts
     where space_id = ${spaceId} and id = (select default_account_id from spaces where space_id = ${spaceId})`);
  return new Map(account ? [[account.id, { isCard: false, archived: account.archived }]] : []);
}

/** Of the category that a row is booked under. */
export async function findCategoryKind(db: Db, spaceId: number, rowId: number): Promise<"expenses" | "earnings" | "none"> {
  const found = await db.maybeOne<{ kind: "expenses" | "earnings" | "none" }>(sql`
    select kind
      from categories
     where space_id = ${spaceId} and id = (select category_id from transactions where space_id = ${spaceId} and id = ${rowId})`);
  return found?.kind ?? "none";
}
