// What a row can be booked on and under: accounts, cards and categories.
import type { Db } from "../../kernel/sql/database.ts";
import { sql } from "../../kernel/sql/sql.ts";

/** An account or a card. */
export interface Place {
  isCard: boolean;
  archived: boolean;
}

export interface Found {
  /** By their ids, which accounts and cards share. */
  places: ReadonlyMap<number, Place>;
  hasCategory: boolean;
}

/** Which of these there are. In a transaction that holds the space's lock. */
export async function findPlaces(tx: Db, spaceId: number, ids: readonly number[], categoryId: number | null): Promise<Found> {
  const found = await tx.one<{ places: { id: number; is_card: boolean; archived: boolean }[] | null; has_category: boolean }>(sql`
    select (select jsonb_agg(to_jsonb(each))
              from (select id, false as is_card, archived from accounts where space_id = ${spaceId} and id = any(${ids}::int[])
                    union all
                    select id, true, archived from credit_cards where space_id = ${spaceId} and id = any(${ids}::int[])) as each) as places,
           exists (select from categories where space_id = ${spaceId} and id = ${categoryId}) as has_category`);
  const places = new Map((found.places ?? []).map(({ id, is_card: isCard, archived }) => [id, { isCard, archived }]));
  return { places, hasCategory: found.has_category };
}
