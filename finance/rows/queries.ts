// Reads rows of `transactions` as they are stored.
import type { Db } from "../../kernel/sql/database.ts";
import { sql } from "../../kernel/sql/sql.ts";
import { selectList } from "../tables/table.ts";
import type { StoredRow } from "../tables/tables.ts";
import { transactions } from "../tables/transactions.ts";

/** The columns of a StoredRow. */
export const storedColumns = selectList(transactions);

export function findStoredRow(db: Db, spaceId: number, id: number): Promise<StoredRow | undefined> {
  return db.maybeOne<StoredRow>(sql`select ${storedColumns} from transactions where space_id = ${spaceId} and id = ${id}`);
}

/** The other leg of a transfer, by the id of one. */
export function findOtherLeg(db: Db, spaceId: number, id: number): Promise<StoredRow | undefined> {
  return db.maybeOne<StoredRow>(sql`
    select ${storedColumns} from transactions where space_id = ${spaceId} and oposite_transaction_id = ${id}`);
}

/** Rows of a series from an occurrence on, in their order. */
export function listSeriesRows(db: Db, spaceId: number, seriesId: number, from: number): Promise<StoredRow[]> {
  return db.many<StoredRow>(sql`
    select ${storedColumns}
      from transactions
     where space_id = ${spaceId} and series_id = ${seriesId} and occurrence >= ${from}
     order by occurrence`);
}

/** Those of them that are there, in the order of their ids. */
export function listStoredRows(db: Db, spaceId: number, ids: readonly number[]): Promise<StoredRow[]> {
  return db.many<StoredRow>(sql`
    select ${storedColumns} from transactions where space_id = ${spaceId} and id = any(${ids}::bigint[]) order by id`);
}

/** The other legs of those of them that are legs of transfers. */
export function listOtherLegs(db: Db, spaceId: number, ids: readonly number[]): Promise<StoredRow[]> {
  return db.many<StoredRow>(sql`
    select ${storedColumns} from transactions where space_id = ${spaceId} and oposite_transaction_id = any(${ids}::bigint[])`);
}
