// Rows of a period, summed up by category and by the month in which they count. Each reads what it is about by an index, and nothing else.
import type { Db } from "../../kernel/sql/database.ts";
import { type Sql, sql } from "../../kernel/sql/sql.ts";
import { invoiceDueOn } from "../billing/cycle.ts";
import type { Period } from "../fields/period.ts";
import { unseen } from "../rows/queries_days.ts";
import type { CategoryMonth } from "../sums/differences.ts";

/** Where money went: through accounts in or out, or on cards. */
export type FlowMonth = CategoryMonth & { flow: "earnings" | "expenses" | "credit_cards" };

/** What is counted: `chosen` is a further condition of a `row`. */
export interface RowQuestion {
  spaceId: number;
  months: Period;
  chosen: Sql;
}

/** `rows`: a table or a join with the rows as `row`, and its conditions. `paid`: of a row. */
function summed(db: Db, { chosen }: RowQuestion, rows: Sql, month: Sql, paid: Sql = sql`row.paid`): Promise<FlowMonth[]> {
  return db.many<FlowMonth>(sql`
    select row.category_id, ${month} as month,
           case when row.credit_card_id is not null then 'credit_cards' when row.amount_cents > 0 then 'earnings' else 'expenses' end as flow,
           coalesce(sum(row.amount_cents) filter (where ${paid}), 0)::bigint as paid_cents,
           coalesce(sum(row.amount_cents) filter (where not ${paid}), 0)::bigint as unpaid_cents
      from ${rows} and ${chosen}
     group by 1, 2, 3`);
}

const monthOf = (date: Sql): Sql => sql`date_trunc('month', ${date})::date`;
/** Of the month in which an invoice is due. */
const dueMonth = sql`('2000-01-01'::date + make_interval(months => row.credit_card_invoice_id))::date`;
const isWithin = (date: Sql, { start, end }: Period): Sql => sql`${date} between ${unseen(start)} and ${unseen(end)}`;

/** All that was earned and spent, by its own date: what kept sums have of all rows together. */
export function listRowSums(db: Db, question: RowQuestion): Promise<FlowMonth[]> {
  const { spaceId, months } = question;
  const rows = sql`transactions as row
     where row.space_id = ${spaceId} and ${isWithin(sql`row.date`, months)}
       and row.oposite_transaction_id is null and row.paid_credit_card_id is null`;
  return summed(db, question, rows, monthOf(sql`row.date`));
}

/** Instalments on accounts and cards, by their own dates. */
export function listInstalments(db: Db, question: RowQuestion): Promise<FlowMonth[]> {
  const { spaceId, months } = question;
  const rows = sql`transactions as row
     where row.space_id = ${spaceId} and ${isWithin(sql`row.date`, months)} and row.total_installments > 1 and row.series_id is not null`;
  return summed(db, question, rows, monthOf(sql`row.date`));
}

/** All instalments of each purchase whose first is in these months, by the date of that one. */
export function listPurchasesInParts(db: Db, question: RowQuestion): Promise<FlowMonth[]> {
  const { spaceId, months } = question;
  const rows = sql`transactions as first
      join transactions as row on row.space_id = ${spaceId} and row.series_id = first.series_id
     where first.space_id = ${spaceId} and ${isWithin(sql`first.date`, months)} and first.total_installments > 1
       and not exists (select from transactions as earlier
                        where earlier.space_id = ${spaceId} and earlier.series_id = first.series_id
                          and earlier.occurrence < first.occurrence)`;
  return summed(db, question, rows, monthOf(sql`first.date`));
}

/** What is on cards, by its own date. */
export function listCardRows(db: Db, question: RowQuestion): Promise<FlowMonth[]> {
  const { spaceId, months } = question;
  const rows = sql`credit_cards as card
      join transactions as row on row.space_id = ${spaceId} and row.credit_card_id = card.id and ${isWithin(sql`row.date`, months)}
     where card.space_id = ${spaceId}`;
  return summed(db, question, rows, monthOf(sql`row.date`));
}

/** What is on cards, by the month in which its invoice is due. */
export function listInvoiced(db: Db, question: RowQuestion): Promise<FlowMonth[]> {
  const { spaceId, months } = question;
  const rows = sql`credit_cards as card
      join transactions as row on row.space_id = ${spaceId} and row.credit_card_id = card.id and ${isDue(sql`row.credit_card_invoice_id`, months)}
     where card.space_id = ${spaceId}`;
  return summed(db, question, rows, dueMonth);
}

/** What is on invoices whose first payment was made in these months, by the date of that one. */
export function listPaidInvoices(db: Db, question: RowQuestion): Promise<FlowMonth[]> {
  const { spaceId, months } = question;
  const first = sql`
    select payment.paid_credit_card_id as card, payment.paid_credit_card_invoice_id as invoice, min(payment.date) as date
      from transactions as payment
     where payment.space_id = ${spaceId} and payment.paid_credit_card_id is not null and payment.paid
       and ${isWithin(sql`payment.date`, months)}
       and not exists (select from transactions as earlier
                        where earlier.space_id = ${spaceId} and earlier.paid_credit_card_id = payment.paid_credit_card_id
                          and earlier.paid_credit_card_invoice_id = payment.paid_credit_card_invoice_id and earlier.paid
                          and earlier.date < payment.date)
     group by 1, 2`;
  const rows = sql`(${first}) as first
      join transactions as row on row.space_id = ${spaceId} and row.credit_card_id = first.card
       and row.credit_card_invoice_id = first.invoice
     where true`;
  return summed(db, question, rows, monthOf(sql`first.date`));
}

/** What is on invoices without any payment, by the month in which they are due: nothing of it is paid. */
export function listUnpaidInvoices(db: Db, question: RowQuestion): Promise<FlowMonth[]> {
  const { spaceId, months } = question;
  const rows = sql`card_invoices as owed
      join transactions as row on row.space_id = ${spaceId} and row.credit_card_id = owed.credit_card_id
       and row.credit_card_invoice_id = owed.invoice
     where owed.space_id = ${spaceId} and owed.payments = 0 and ${isDue(sql`owed.invoice`, months)}`;
  return summed(db, question, rows, dueMonth, sql`false`);
}

function isDue(invoice: Sql, { start, end }: Period): Sql {
  return sql`${invoice} between (select ${invoiceDueOn(start)}::int) and (select ${invoiceDueOn(end)}::int)`;
}
