// Series that have rows on an account or a card.
import type { Db } from "../../kernel/sql/database.ts";
import { type Sql, sql, trusted } from "../../kernel/sql/sql.ts";
import type { StoredSeries } from "../tables/tables.ts";
import { seriesColumns } from "./queries.ts";

/** An account or a card that goes. */
export interface Leaving {
  column: "account_id" | "credit_card_id";
  id: number;
}

const isOn = ({ column, id }: Leaving): Sql => sql`${trusted(column)} = ${id}`;

/** Those that make their rows there, and those that have some there. */
export function listSeriesOn(db: Db, spaceId: number, leaving: Leaving): Promise<StoredSeries[]> {
  return db.many<StoredSeries>(sql`
    select ${seriesColumns}
      from series
     where space_id = ${spaceId} and (${isOn(leaving)} or id in (
           select series_id from transactions where space_id = ${spaceId} and ${isOn(leaving)} and series_id is not null))`);
}

/** By series: what its rows there come to. */
export async function listLostCents(db: Db, spaceId: number, leaving: Leaving): Promise<Map<number, number>> {
  const rows = await db.many<{ series_id: number; cents: number }>(sql`
    select series_id, sum(amount_cents)::bigint as cents
      from transactions
     where space_id = ${spaceId} and ${isOn(leaving)} and series_id is not null
     group by series_id`);
  return new Map(rows.map(({ series_id: id, cents }) => [id, cents]));
}

type AccountOrCardColumns = Pick<StoredSeries, "account_id" | "credit_card_id">;

/** By series, of these: where the last of its rows is that is elsewhere. */
export async function listLastTargets(
  db: Db,
  spaceId: number,
  { column, id }: Leaving,
  seriesIds: readonly number[],
): Promise<Map<number, AccountOrCardColumns>> {
  if (seriesIds.length === 0) return new Map();
  const rows = await db.many<AccountOrCardColumns & { series_id: number }>(sql`
    select distinct on (series_id) series_id, account_id, credit_card_id
      from transactions
     where space_id = ${spaceId} and series_id = any(${seriesIds}::bigint[]) and ${trusted(column)} is distinct from ${id}
     order by series_id, occurrence desc`);
  return new Map(rows.map(({ series_id: seriesId, ...columns }) => [seriesId, columns]));
}
