// What rows of this month and the one before say together. The number of rows that are read does not grow with the age of a space.
import type { Db } from "../../kernel/sql/database.ts";
import { sql } from "../../kernel/sql/sql.ts";
import { unseen } from "../rows/queries_days.ts";
import { isNotNeutral } from "../rows/queries_neutral.ts";
import { partTable } from "../rows/queries_parts.ts";

export interface CategorySpending {
  category_id: number;
  /** Signed, like amounts: what was spent is negative. */
  cents: number;
  previous_cents: number;
}

/** Rows that look like one purchase entered twice. */
export interface EqualRows {
  date: string;
  description: string;
  /** The description as searches compare it. */
  name: string;
  /** Of one of them. */
  amount_cents: number;
  ids: number[];
}

/** A fixed expense that is larger than in the month before. */
export interface RaisedBill {
  id: number;
  date: string;
  description: string;
  category_id: number;
  amount_cents: number;
  previous_cents: number;
}

export interface RecentRows {
  /** The date of the oldest row; null where there is none. */
  began_on: string | null;
  spending: CategorySpending[];
  equal_rows: EqualRows[];
  raised_bills: RaisedBill[];
}

/** Two stretches of the same length. */
export interface Compared {
  start: string;
  today: string;
  previousStart: string;
  previousEnd: string;
}

const LEAST_EQUAL_CENTS = 1_000;
const MOST_LISTED = 50;

/** Spending is what is paid, and purchases on cards. */
export function findRecentRows(
  db: Db,
  spaceId: number,
  { start, today, previousStart, previousEnd }: Compared,
): Promise<RecentRows> {
  return db.one<RecentRows>(sql`
    with recent as materialized (
           select id, date, category_id, description, amount_cents, paid, series_id, recurring, account_id, credit_card_id, parts,
                  date >= ${unseen(start)} as is_now, date <= ${unseen(previousEnd)} as is_previous
             from transactions
            where space_id = ${spaceId} and date between ${unseen(previousStart)} and ${unseen(today)} and ${isNotNeutral}),
         spending as (
           select category_id, coalesce(sum(cents) filter (where is_now), 0)::bigint as cents,
                  coalesce(sum(cents) filter (where is_previous), 0)::bigint as previous_cents
             from (select category_id, amount_cents as cents, paid, is_now, is_previous from recent where parts is null
                   union all
                   select part.category_id, part.amount_cents, paid, is_now, is_previous
                     from recent
                    cross join ${partTable(sql`parts`)}
                    where parts is not null) as shares
            where paid and (is_now or is_previous)
            group by category_id),
         equal_rows as (
           select date, min(description) as description, fold_text(description) as name, amount_cents, array_agg(id order by id) as ids
             from recent
            where amount_cents <= ${-LEAST_EQUAL_CENTS}::bigint and series_id is null and description <> ''
            group by date, fold_text(description), amount_cents, account_id, credit_card_id
           having count(*) > 1
            order by date desc
            limit ${MOST_LISTED}),
         bills as (
           select series_id, (array_agg(id order by date desc, id desc) filter (where is_now))[1] as now_id,
                  (array_agg(amount_cents order by date desc, id desc) filter (where not is_now))[1] as previous_cents
             from recent
            where recurring and amount_cents < 0
            group by series_id),
         raised_bills as (
           select recent.id, recent.date, recent.description, recent.category_id, recent.amount_cents, bills.previous_cents
             from bills
             join recent on recent.id = bills.now_id
            where recent.amount_cents < bills.previous_cents
            order by recent.amount_cents - bills.previous_cents
            limit ${MOST_LISTED})
    select (select date from transactions where space_id = ${spaceId} order by date, id limit 1) as began_on,
           coalesce((select jsonb_agg(to_jsonb(spending)) from spending), '[]') as spending,
           coalesce((select jsonb_agg(to_jsonb(equal_rows)) from equal_rows), '[]') as equal_rows,
           coalesce((select jsonb_agg(to_jsonb(raised_bills)) from raised_bills), '[]') as raised_bills`);
}
