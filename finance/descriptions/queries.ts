// Descriptions of the past, found by how they begin.
import type { Db } from "../../kernel/sql/database.ts";
import { sql } from "../../kernel/sql/sql.ts";
import { isNotNeutral } from "../rows/queries_neutral.ts";

export interface PastDescription {
  description: string;
  category_id: number;
  account_id: number | null;
  credit_card_id: number | null;
  amount_cents: number;
  date: string;
}

/**
 * Descriptions with this prefix, ignoring accents and case, each as in its newest row. One index step for each of them, so that
 * the cost does not grow with the rows.
 */
export function listDescriptionsBeginning(db: Db, spaceId: number, beginning: string, most: number): Promise<PastDescription[]> {
  const columns = sql`description, category_id, account_id, credit_card_id, amount_cents, date, fold_text(description) collate "C" as folded`;
  const isBooked = sql`space_id = ${spaceId} and ${isNotNeutral}`;
  const order = sql`order by fold_text(description) collate "C", date desc, id desc limit 1`;
  return db.many<PastDescription>(sql`
    with recursive found as (
      (select ${columns}, 1 as n
         from transactions
        where ${isBooked} and fold_text(description) collate "C" >= (select fold_text(${beginning}))
        ${order})
      union all
      select following.*, found.n + 1
        from found
       cross join lateral (
             select ${columns}
               from transactions
              where ${isBooked} and fold_text(description) collate "C" > found.folded
              ${order}) as following
       where found.n < ${most} and starts_with(found.folded, (select fold_text(${beginning}))))
    select description, category_id, account_id, credit_card_id, amount_cents, date
      from found
     where starts_with(folded, (select fold_text(${beginning})))`);
}

/** The same among the newest rows up to a day, so that what is used now is found however many begin alike. */
export function listNewestBeginning(
  db: Db,
  spaceId: number,
  beginning: string,
  { until, rows }: { until: string; rows: number },
): Promise<PastDescription[]> {
  return db.many<PastDescription>(sql`
    select description, category_id, account_id, credit_card_id, amount_cents, date
      from (select description, category_id, account_id, credit_card_id, amount_cents, date, id, oposite_transaction_id, paid_credit_card_id
              from transactions
             where space_id = ${spaceId} and date <= ${until}::date
             order by date desc, id desc
             limit ${rows}) as newest
     where ${isNotNeutral}
       and starts_with(fold_text(description), (select fold_text(${beginning})))
     order by date desc, id desc`);
}
