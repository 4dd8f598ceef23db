// What decides how a transaction is booked, and how one may change.
import type { Db } from "../../kernel/sql/database.ts";
import { type Sql, sql } from "../../kernel/sql/sql.ts";
import type { RequestedParts } from "./requested_parts.ts";

/** What a new transaction names; the default account where it names neither an account nor a card. */
export interface RequestedIds {
  /** An account's or a card's: in answers both stand in `account_id`. */
  targetId: number | undefined;
  categoryId: number | undefined;
}

/** Null where there is none. */
export interface RequestedFacts {
  account_archived: boolean | null;
  card_archived: boolean | null;
  has_category: boolean;
}

/** Columns for the read of the space, so that it is one statement. */
export function requestedFacts(spaceId: number, { targetId = null, categoryId = null }: RequestedIdsOrNull): Sql {
  return sql`,
    (select archived from accounts where space_id = ${spaceId} and id = coalesce(${targetId}, spaces.default_account_id)) as account_archived,
    (select archived from credit_cards where space_id = ${spaceId} and id = ${targetId}) as card_archived,
    exists (select from categories where space_id = ${spaceId} and id = ${categoryId}) as has_category`;
}

type RequestedIdsOrNull = { [Name in keyof RequestedIds]: RequestedIds[Name] | null };

/** Of those that parts name, the ones that the space does not have. */
export async function findUnknownCategories(db: Db, spaceId: number, parts: RequestedParts = []): Promise<ReadonlySet<number>> {
  if (parts.length === 0) return NONE;
  const ids = new Set(parts.filter((part) => part.account_id === undefined).map(({ category_id: id }) => id));
  const rows = await db.many<{ id: number }>(sql`
    select id from categories where space_id = ${spaceId} and id = any(${[...ids]}::int[])`);
  return ids.difference(new Set(rows.map(({ id }) => id)));
}

const NONE: ReadonlySet<number> = new Set();

/** Of the category that a row is booked under. */
export async function findCategoryKind(db: Db, spaceId: number, rowId: number): Promise<"expenses" | "earnings" | "none"> {
  const row = await db.maybeOne<{ kind: "expenses" | "earnings" | "none" }>(sql`
    select kind
      from categories
     where space_id = ${spaceId} and id = (select category_id from transactions where space_id = ${spaceId} and id = ${rowId})`);
  return row?.kind ?? "none";
}

/** Whether each of these rows was paid when it was last moved from an account to a card; rows that never were are left out. */
export async function findPaidBeforeCard(db: Db, spaceId: number, ids: readonly number[]): Promise<PaidBeforeCard> {
  if (ids.length === 0) return new Map();
  // Rows of cards are kept as paid, so an entry that does not say what it was before says that it was paid.
  const rows = await db.many<{ id: number; paid: boolean }>(sql`
    select distinct on (entity_id) entity_id as id, coalesce((before ->> 'paid')::boolean, true) as paid
      from changes
     where space_id = ${spaceId} and entity = 'transaction' and action <> 'create' and entity_id = any(${ids}::bigint[])
       and before -> 'credit_card_id' = 'null' and after ->> 'credit_card_id' is not null
     order by entity_id, version desc, n desc`);
  return new Map(rows.map(({ id, paid }) => [id, paid]));
}

/** By the ids of rows. */
export type PaidBeforeCard = ReadonlyMap<number, boolean>;

/** Of all categories: there are few. */
export function listCategoryKinds(db: Db, spaceId: number): Promise<{ id: number; kind: "expenses" | "earnings" | "none" }[]> {
  return db.many(sql`select id, kind from categories where space_id = ${spaceId}`);
}
