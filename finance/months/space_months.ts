// The months that a read follows, where the sums of their rows are, and the same as parts of statements.
import { type Sql, sql, trusted } from "../../kernel/sql/sql.ts";
import { addMonths, firstOfMonth, lastOfMonth } from "../calendar/day.ts";
import { CALENDAR_MONTHS, type Months } from "../calendar/months.ts";
import type { Period } from "../fields/period.ts";
import { unseen } from "../rows/queries_days.ts";
import { isNotNeutral } from "../rows/queries_neutral.ts";
import { partTable } from "../rows/queries_parts.ts";
import { SUM_NAMES } from "../sums/differences.ts";

export interface SpaceMonths extends Months {
  /** `rows`: sums by these months are not kept, or not right at present, and are added up anew. */
  sums: "calendar" | "kept" | "rows";
}

export const BY_CALENDAR: SpaceMonths = { ...CALENDAR_MONTHS, sums: "calendar" };

/** Whole months of which these days are a part. */
export function wholeMonths(months: SpaceMonths, { start, end }: Period): Period {
  return { start: months.days(months.of(start)).start, end: months.days(months.of(end)).end };
}

/** The names of whole months, as the days of the calendar months that they are called by. */
export function namesOf(months: SpaceMonths, { start, end }: Period): Period {
  return { start: months.of(start), end: lastOfMonth(months.of(end)) };
}

/** The days of months that are named by those of calendar months. */
export function daysOfNames(months: SpaceMonths, { start, end }: Period): Period {
  return { start: months.days(start).start, end: months.days(firstOfMonth(end)).end };
}

/** `before`: what the statement begins with, where no sums are kept. `table`: where it finds them then. */
export interface SumTable {
  before: Sql;
  table: Sql;
}

/** As `category_months`, with all that is in these days. */
export function categorySums(spaceId: number, months: SpaceMonths, days: Period): SumTable {
  if (months.sums === "calendar") return stored("category_months");
  if (months.sums === "kept") return stored("category_space_months");
  const isThere = sql`space_id = ${spaceId} and date between ${unseen(days.start)} and ${unseen(days.end)} and ${isNotNeutral}`;
  return computed(sql`
    select ${spaceId}::bigint as space_id, category_id, ${monthIn(months, days, sql`date`)} as month,
           coalesce(sum(cents) filter (where paid), 0)::bigint as paid_cents,
           coalesce(sum(cents) filter (where not paid), 0)::bigint as unpaid_cents
      from (select category_id, amount_cents as cents, paid, date from transactions where ${isThere} and parts is null
            union all
            select part.category_id, part.amount_cents, paid, date
              from (select * from transactions where ${isThere} and parts is not null) as row
             cross join ${partTable(sql`row.parts`)}) as shares
     group by category_id, month`);
}

/** As `account_months`. */
export function accountSums(spaceId: number, months: SpaceMonths, days: Period): SumTable {
  if (months.sums === "calendar") return stored("account_months");
  if (months.sums === "kept") return stored("account_space_months");
  return computed(sql`
    select ${spaceId}::bigint as space_id, account_id, ${monthIn(months, days, sql`date`)} as month, ${accountColumns}
      from transactions
     where space_id = ${spaceId} and account_id is not null and date between ${unseen(days.start)} and ${unseen(days.end)}
     group by account_id, month`);
}

/** The sums of an account's rows, under the names of their columns. */
export const accountColumns: Sql = trusted(
  SUM_NAMES.map((name) => {
    const isNeutral = "(oposite_transaction_id is not null or paid_credit_card_id is not null)";
    const isPaid = name.startsWith("paid_") ? "paid" : "not paid";
    const isMove = name.includes("_moved_") ? isNeutral : `not ${isNeutral}`;
    const isSigned = /_(earnings|moved_in)$/.test(name) ? "amount_cents > 0" : "amount_cents < 0";
    return `coalesce(sum(amount_cents) filter (where ${isPaid} and ${isMove} and ${isSigned}), 0)::bigint as ${name}`;
  }).join(", "),
);

const stored = (table: string): SumTable => ({ before: sql``, table: trusted(table) });

const computed = (rows: Sql): SumTable => ({
  before: sql`with month_sums as materialized (${rows})`,
  table: trusted("month_sums"),
});

/** An expression: the name of the month that holds a date within these days. */
export function monthIn(months: SpaceMonths, days: Period, date: Sql): Sql {
  if (months.sums === "calendar") return sql`date_trunc('month', ${date})::date`;
  const names = listNames(months, days);
  const starts = names.map((name) => months.days(name).start);
  return sql`(${names}::date[])[width_bucket(${date}, ${starts}::date[])]`;
}

/** Of all months of which these days are a part. */
export function listNames(months: Months, { start, end }: Period): string[] {
  const names: string[] = [];
  for (let month = months.of(start); month <= months.of(end); month = addMonths(month, 1)) names.push(firstOfMonth(month));
  return names;
}
