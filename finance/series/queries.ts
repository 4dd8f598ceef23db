// Reads series as they are stored.
import type { Db } from "../../kernel/sql/database.ts";
import { type Sql, sql } from "../../kernel/sql/sql.ts";
import { series } from "../tables/series.ts";
import { selectList } from "../tables/table.ts";
import type { StoredSeries } from "../tables/tables.ts";

/** The columns of a StoredSeries. */
export const seriesColumns = selectList(series);

const seriesOfRow = (spaceId: number, rowId: number): Sql =>
  sql`(select series_id from transactions where space_id = ${spaceId} and id = ${rowId})`;

export function findSeriesOfRow(db: Db, spaceId: number, rowId: number): Promise<StoredSeries | undefined> {
  return db.maybeOne<StoredSeries>(sql`
    select ${seriesColumns} from series where space_id = ${spaceId} and id = ${seriesOfRow(spaceId, rowId)}`);
}

/** Of the rows that are there: some may have been deleted. */
export interface Extent {
  first_row: number;
  last_row: number;
  rows: number;
  first_date: string;
  last_date: string;
  /** Whether any of them is on a card, wherever the others are. */
  on_card: boolean;
}

const extentColumns = sql`
  min(occurrence) as first_row, max(occurrence) as last_row, count(*) as rows, min(date) as first_date, max(date) as last_date,
  count(credit_card_id) > 0 as on_card`;

/** Undefined where the row is of no series. */
export function findExtentOfRow(db: Db, spaceId: number, rowId: number): Promise<Extent | undefined> {
  return db.maybeOne<Extent>(sql`
    select ${extentColumns}
      from transactions
     where space_id = ${spaceId} and series_id = ${seriesOfRow(spaceId, rowId)}
    having count(*) > 0`);
}

/** Those of them that are there. By their ids and not by a join, which could read rows again for each where statistics do not know the space. */
export function listSeries(db: Db, spaceId: number, ids: readonly number[]): Promise<StoredSeries[]> {
  return db.many<StoredSeries>(sql`
    select ${seriesColumns} from series where space_id = ${spaceId} and id = any(${ids}::bigint[])`);
}

export function listExtents(db: Db, spaceId: number, ids: readonly number[]): Promise<(Extent & { series_id: number })[]> {
  return db.many<Extent & { series_id: number }>(sql`
    select series_id, ${extentColumns}
      from transactions
     where space_id = ${spaceId} and series_id = any(${ids}::bigint[])
     group by series_id`);
}
