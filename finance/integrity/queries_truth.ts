// What the rows say, for what the endpoints read to be held against it.
import type { Db } from "../../kernel/sql/database.ts";
import { sql } from "../../kernel/sql/sql.ts";
import { cardDaysJson } from "../rows/queries_cards.ts";
import { seriesColumns } from "../series/queries.ts";
import type { StoredSeries } from "../tables/tables.ts";
import { invoiceSums, shares } from "./queries_sums.ts";

export interface AccountTruth {
  id: number;
  opening_cents: number;
  first_day: string;
  last_day: string;
  paid_cents: number;
}

/** Accounts that have rows, by their ids. */
export function listAccountTruths(tx: Db, spaceId: number): Promise<AccountTruth[]> {
  return tx.many<AccountTruth>(sql`
    select id, opening_cents, first_day, last_day, paid_cents
      from accounts
      join (select account_id, min(date) as first_day, max(date) as last_day,
                   coalesce(sum(amount_cents) filter (where paid), 0)::bigint as paid_cents
              from transactions
             where space_id = ${spaceId} and account_id is not null
             group by account_id) as rows on account_id = id
     where space_id = ${spaceId}
     order by id`);
}

export interface MonthTruth {
  month: string;
  paid_in: number;
  paid_out: number;
  unpaid_in: number;
  unpaid_out: number;
}

/** Months in which an account has rows, oldest first. */
export function listMonthTruths(tx: Db, spaceId: number, accountId: number): Promise<MonthTruth[]> {
  return tx.many<MonthTruth>(sql`
    select date_trunc('month', date)::date as month,
           coalesce(sum(amount_cents) filter (where paid and amount_cents > 0), 0)::bigint as paid_in,
           coalesce(sum(amount_cents) filter (where paid and amount_cents < 0), 0)::bigint as paid_out,
           coalesce(sum(amount_cents) filter (where not paid and amount_cents > 0), 0)::bigint as unpaid_in,
           coalesce(sum(amount_cents) filter (where not paid and amount_cents < 0), 0)::bigint as unpaid_out
      from transactions
     where space_id = ${spaceId} and account_id = ${accountId}
     group by 1
     order by 1`);
}

/** The newest rows by date and id. */
export function listNewest(tx: Db, spaceId: number, most: number): Promise<{ id: number; amount_cents: number }[]> {
  return tx.many<{ id: number; amount_cents: number }>(sql`
    select id, amount_cents from transactions where space_id = ${spaceId} order by date desc, id desc limit ${most}`);
}

/** The years in which a space has budgets. */
export async function listBudgetYears(tx: Db, spaceId: number): Promise<number[]> {
  const rows = await tx.many<{ year: number }>(sql`
    select distinct extract(year from date)::int as year from budgets where space_id = ${spaceId} order by 1`);
  return rows.map(({ year }) => year);
}

export interface CategoryTruth {
  category_id: number;
  parent_id: number | null;
  month: string;
  paid_cents: number;
  unpaid_cents: number;
}

/** What was earned and spent under each category in each month of a year. */
export function listCategoryTruths(tx: Db, spaceId: number, year: number): Promise<CategoryTruth[]> {
  return tx.many<CategoryTruth>(sql`
    select category_id, parent_id, month, paid_cents, unpaid_cents
      from categories
      join (select category_id, date_trunc('month', date)::date as month,
                   coalesce(sum(amount_cents) filter (where paid), 0)::bigint as paid_cents,
                   coalesce(sum(amount_cents) filter (where not paid), 0)::bigint as unpaid_cents
              from ${shares(spaceId)} as shares
             where date between ${`${year}-01-01`} and ${`${year}-12-31`}
               and oposite_transaction_id is null and paid_credit_card_id is null
             group by 1, 2) as rows on category_id = id
     where space_id = ${spaceId}`);
}

export interface InvoiceTruth {
  credit_card_id: number;
  invoice: number;
  amount_cents: number;
  payment_cents: number;
  payments: number;
}

/** Invoices on which something happened, by card and number. */
export function listInvoiceTruths(tx: Db, spaceId: number): Promise<InvoiceTruth[]> {
  return tx.many<InvoiceTruth>(sql`
    select credit_card_id, invoice, amount_cents::bigint, payment_cents::bigint, payments::int
      from (${invoiceSums(spaceId)}) as sums
     where invoice is not null
     order by credit_card_id, invoice`);
}

export interface CardPeriod {
  credit_card_id: number;
  invoice: number;
  /** Of the purchases whose invoice follows from their date. */
  first_day: string;
  last_day: string;
}

export function listCardPeriods(tx: Db, spaceId: number): Promise<CardPeriod[]> {
  return tx.many<CardPeriod>(sql`
    select credit_card_id, credit_card_invoice_id as invoice, min(date) as first_day, max(date) as last_day
      from transactions
     where space_id = ${spaceId} and credit_card_id is not null and not invoice_pinned
     group by 1, 2
     order by 1, 2`);
}

export interface CardDaysTruth {
  credit_card_id: number;
  days: { fromInvoice: number; closingDay: number; dueDay: number }[];
}

/** All cards, with the history of their days, oldest first. */
export function listCardDays(tx: Db, spaceId: number): Promise<CardDaysTruth[]> {
  return tx.many<CardDaysTruth>(sql`
    select id as credit_card_id, ${cardDaysJson(spaceId, sql`credit_cards.id`)} as days
      from credit_cards
     where space_id = ${spaceId}
     order by id`);
}

export interface Misplaced {
  id: number;
  date: string;
}

/** Purchases on an invoice, not pinned to it, that are dated outside of a period. */
export function listMisplaced(
  tx: Db,
  spaceId: number,
  { credit_card_id: cardId, invoice }: CardPeriod,
  { starting, closing }: { starting: string; closing: string },
  most: number,
): Promise<Misplaced[]> {
  return tx.many<Misplaced>(sql`
    select id, date
      from transactions
     where space_id = ${spaceId} and credit_card_id = ${cardId} and credit_card_invoice_id = ${invoice} and not invoice_pinned
       and not (date between ${starting} and ${closing})
     order by id
     limit ${most}`);
}

export interface SeriesTruth extends StoredSeries {
  /** The last occurrence that has a row. */
  last_row: number | null;
  extended_through: string;
}

export function listSeriesTruths(tx: Db, spaceId: number): Promise<SeriesTruth[]> {
  return tx.many<SeriesTruth>(sql`
    select ${seriesColumns}, last_row, (select extended_through from spaces where space_id = ${spaceId}) as extended_through
      from series
      left join (select series_id, max(occurrence) as last_row
                   from transactions
                  where space_id = ${spaceId} and series_id is not null
                  group by series_id) as parts on series_id = series.id
     where space_id = ${spaceId}
     order by id`);
}
