// What decides how a transaction is booked, and how one may change.
import type { Db } from "../../kernel/sql/database.ts";
import { type Sql, sql } from "../../kernel/sql/sql.ts";

/** What a new transaction names; the default account where it names neither an account nor a card. */
export interface Named {
  /** An account's or a card's: in answers both stand in `account_id`. */
  placeId: number | undefined;
  categoryId: number | undefined;
}

/** Null where there is none. */
export interface NamedFacts {
  account_archived: boolean | null;
  card_archived: boolean | null;
  has_category: boolean;
}

/** Columns for the read of the space, so that it is one statement. */
export function namedFacts(spaceId: number, { placeId = null, categoryId = null }: NamedOrNull): Sql {
  return sql`,
    (select archived from accounts where space_id = ${spaceId} and id = coalesce(${placeId}, spaces.default_account_id)) as account_archived,
    (select archived from credit_cards where space_id = ${spaceId} and id = ${placeId}) as card_archived,
    exists (select from categories where space_id = ${spaceId} and id = ${categoryId}) as has_category`;
}

type NamedOrNull = { [Name in keyof Named]: Named[Name] | null };

/** Of the category that a row is booked under. */
export async function findCategoryKind(db: Db, spaceId: number, rowId: number): Promise<"expenses" | "earnings" | "none"> {
  const found = await db.maybeOne<{ kind: "expenses" | "earnings" | "none" }>(sql`
    select kind
      from categories
     where space_id = ${spaceId} and id = (select category_id from transactions where space_id = ${spaceId} and id = ${rowId})`);
  return found?.kind ?? "none";
}

/** Of all categories: there are few. */
export function listCategoryKinds(db: Db, spaceId: number): Promise<{ id: number; kind: "expenses" | "earnings" | "none" }[]> {
  return db.many(sql`select id, kind from categories where space_id = ${spaceId}`);
}
