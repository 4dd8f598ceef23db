// A purchase that is refunded, whole, and what of it was given back.
import type { Db } from "../../kernel/sql/database.ts";
import { type Sql, sql } from "../../kernel/sql/sql.ts";
import { storedColumns } from "../rows/queries.ts";
import type { StoredRow } from "../tables/tables.ts";
import type { Purchase } from "./refunds.ts";

/** Ids of the row and, of a purchase in instalments, of the others. */
const idsOf = (spaceId: number, id: number): Sql => sql`
  select ${id}::bigint as id
   union
  select id
    from transactions
   where space_id = ${spaceId}
     and series_id = (select series_id from transactions
                       where space_id = ${spaceId} and id = ${id} and total_installments > 1)`;

/** Undefined where nothing is named, or there is none. `exceptId`: the refund that is changed. */
export async function findPurchase(
  db: Db,
  spaceId: number,
  id: number | null | undefined,
  exceptId = 0,
): Promise<Purchase | undefined> {
  if (typeof id !== "number") return;
  const ids = idsOf(spaceId, id);
  const [rows, refunds] = await Promise.all([
    db.many<StoredRow>(sql`
      select ${storedColumns} from transactions where space_id = ${spaceId} and id = any(array(${ids})) order by occurrence`),
    db.many<StoredRow>(sql`
      select ${storedColumns}
        from transactions
       where space_id = ${spaceId} and refund_of_id is not null and refund_of_id = any(array(${ids})) and id <> ${exceptId}`),
  ]);
  return rows.some((row) => row.id === id) ? { rows, refunds } : undefined;
}
