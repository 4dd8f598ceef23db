// What a row can be booked on and under: accounts, cards and categories.
import type { Db } from "../../kernel/sql/database.ts";
import { sql } from "../../kernel/sql/sql.ts";

/** An account or a card. */
export interface AccountOrCardFacts {
  isCard: boolean;
  archived: boolean;
}

/** By their ids, which accounts and cards share. */
export type AccountsAndCards = ReadonlyMap<number, AccountOrCardFacts>;

/** Which of these there are. */
export async function findAccountsAndCards(db: Db, spaceId: number, ids: readonly number[]): Promise<AccountsAndCards> {
  if (ids.length === 0) return new Map();
  const rows = await db.many<{ id: number; is_card: boolean; archived: boolean }>(sql`
    select id, false as is_card, archived from accounts where space_id = ${spaceId} and id = any(${ids}::int[])
    union all
    select id, true, archived from credit_cards where space_id = ${spaceId} and id = any(${ids}::int[])`);
  return new Map(rows.map(({ id, is_card: isCard, archived }) => [id, { isCard, archived }]));
}

export async function hasCategory(db: Db, spaceId: number, id: number): Promise<boolean> {
  const row = await db.maybeOne(sql`select 1 as found from categories where space_id = ${spaceId} and id = ${id}`);
  return row !== undefined;
}
