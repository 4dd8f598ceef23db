// The kept sums that reports are made of.
import type { Db } from "../../kernel/sql/database.ts";
import { sql } from "../../kernel/sql/sql.ts";
import type { InvoiceSums } from "../billing/balance.ts";
import { type CardDays, invoiceDueOn } from "../billing/cycle.ts";
import type { Period } from "../fields/period.ts";
import { accountSums, categorySums, monthIn } from "../months/space_months.ts";
import { cardDaysJson, invoiceSumsJson } from "../rows/queries_cards.ts";
import { unseen } from "../rows/queries_days.ts";
import type { CategoryMonth } from "../sums/differences.ts";
import { type Dues, dueTable } from "./dues.ts";
import type { Span } from "./months.ts";

export interface ReportCategory {
  id: number;
  parent_id: number | null;
  kind: string;
}

export function listReportCategories(db: Db, spaceId: number): Promise<ReportCategory[]> {
  return db.many<ReportCategory>(sql`select id, parent_id, kind from categories where space_id = ${spaceId} order by id`);
}

export function listCategoryMonths(db: Db, spaceId: number, { months, names, days }: Span): Promise<CategoryMonth[]> {
  const { before, table } = categorySums(spaceId, months, days);
  return db.many<CategoryMonth>(sql`
    ${before}
    select months.category_id, months.month, months.paid_cents, months.unpaid_cents
      from categories
      join ${table} as months on months.space_id = ${spaceId} and months.category_id = categories.id
       and months.month between ${unseen(names.start)} and ${unseen(names.end)}
     where categories.space_id = ${spaceId}`);
}

export type AccountFlows = Record<"paid_earnings" | "paid_expenses" | "unpaid_earnings" | "unpaid_expenses", number> & {
  month: string;
};

/** Of all accounts together, without what only moves money. */
export function listAccountFlows(db: Db, spaceId: number, { months, names, days }: Span): Promise<AccountFlows[]> {
  const { before, table } = accountSums(spaceId, months, days);
  return db.many<AccountFlows>(sql`
    ${before}
    select months.month, sum(months.paid_earnings)::bigint as paid_earnings, sum(months.paid_expenses)::bigint as paid_expenses,
           sum(months.unpaid_earnings)::bigint as unpaid_earnings, sum(months.unpaid_expenses)::bigint as unpaid_expenses
      from accounts
      join ${table} as months on months.space_id = ${spaceId} and months.account_id = accounts.id
       and months.month between ${unseen(names.start)} and ${unseen(names.end)}
     where accounts.space_id = ${spaceId}
     group by months.month`);
}

export interface PaidMonth {
  month: string;
  paid_cents: number;
  unpaid_cents: number;
}

/** Payments of invoices by their dates, negative as they left accounts. */
export function listPaymentMonths(db: Db, spaceId: number, { months, days }: Span): Promise<PaidMonth[]> {
  const { start, end } = days;
  return db.many<PaidMonth>(sql`
    select ${monthIn(months, days, sql`date`)} as month, coalesce(sum(amount_cents) filter (where paid), 0)::bigint as paid_cents,
           coalesce(sum(amount_cents) filter (where not paid), 0)::bigint as unpaid_cents
      from transactions
     where space_id = ${spaceId} and paid_credit_card_id is not null and date between ${unseen(start)} and ${unseen(end)}
     group by 1`);
}

/** Before a day, made and planned. */
export function findPaymentsBefore(db: Db, spaceId: number, day: string): Promise<Omit<PaidMonth, "month">> {
  return db.one(sql`
    select coalesce(sum(amount_cents) filter (where paid), 0)::bigint as paid_cents,
           coalesce(sum(amount_cents) filter (where not paid), 0)::bigint as unpaid_cents
      from transactions
     where space_id = ${spaceId} and paid_credit_card_id is not null and date < ${unseen(day)}`);
}

/** What is on invoices of all cards, by their numbers. */
export function listInvoiceAmounts(
  db: Db,
  spaceId: number,
  { start, end }: Period,
): Promise<{ invoice: number; cents: number }[]> {
  return db.many(sql`
    select invoice, sum(amount_cents)::bigint as cents
      from credit_cards as card
      join card_invoices as sums on sums.space_id = ${spaceId} and sums.credit_card_id = card.id
       and sums.invoice between (select ${invoiceDueOn(start)}::int) and (select ${invoiceDueOn(end)}::int)
     where card.space_id = ${spaceId}
     group by invoice`);
}

/** What is on these invoices, by the months in which they are due. */
export function listDueAmounts(db: Db, spaceId: number, dues: Dues): Promise<{ month: string; cents: number }[]> {
  return db.many(sql`
    select due.month, sum(sums.amount_cents)::bigint as cents
      from ${dueTable(dues)}
      join card_invoices as sums on sums.space_id = ${spaceId} and sums.credit_card_id = due.credit_card_id and sums.invoice = due.invoice
     group by 1`);
}

export interface CardPast {
  days: CardDays[];
  /** What was bought on all invoices before those of the period. */
  before_cents: number;
  /** Of the invoices of the period, and of the few that may have begun in it. */
  sums: InvoiceSums[];
}

export function listCardPasts(db: Db, spaceId: number, { start, end }: Period): Promise<CardPast[]> {
  const first = sql`(select ${invoiceDueOn(start)}::int)`;
  const last = sql`(select ${invoiceDueOn(end) + LONGEST_AHEAD}::int)`;
  const cardId = sql`credit_cards.id`;
  return db.many<CardPast>(sql`
    select ${cardDaysJson(spaceId, cardId)} as days, ${invoiceSumsJson(spaceId, cardId, sql`invoice between ${first} and ${last}`)} as sums,
           (select coalesce(sum(amount_cents), 0)::bigint
              from card_invoices
             where card_invoices.space_id = ${spaceId} and card_invoices.credit_card_id = ${cardId} and invoice < ${first}) as before_cents
      from credit_cards
     where credit_cards.space_id = ${spaceId}`);
}

/** An invoice that is open is due in its month or at most so many later. */
const LONGEST_AHEAD = 2;
