// Rows of a period, summed by category and month, each read by an index. Rows are never joined with rows: without statistics the
// planner would read the whole space for each row.
import type { Db } from "../../kernel/sql/database.ts";
import { type Sql, sql } from "../../kernel/sql/sql.ts";
import { invoiceDueOn } from "../billing/cycle.ts";
import type { Period } from "../fields/period.ts";
import { monthIn } from "../months/space_months.ts";
import { unseen } from "../rows/queries_days.ts";
import { isNotNeutral } from "../rows/queries_neutral.ts";
import { partTable } from "../rows/queries_parts.ts";
import type { CategoryMonth } from "../sums/differences.ts";
import type { Chosen } from "./chosen.ts";
import { type Dues, dueTable } from "./dues.ts";
import type { Span } from "./months.ts";

/** Where money went: through accounts in or out, or on cards. */
export type FlowMonth = CategoryMonth & { flow: "earnings" | "expenses" | "credit_cards" };

export interface RowQuestion {
  spaceId: number;
  span: Span;
  chosen: Chosen;
  /** Invoices of months that are not those of the calendar. */
  dues?: Dues | undefined;
}

const PART_TAGS = sql`row.tags || array(select jsonb_array_elements_text(part.tags))`;

/**
 * What counts in which category: rows, and of split ones the parts, each with further columns. `rows`: a table with the rows as `row`, and its
 * conditions. Split rows are read apart, by indexes of their own, so that they cost nothing where there are none.
 */
function sharesOf(rows: Sql, chosen: Chosen, columns: Sql): Sql {
  return sql`
    select row.category_id, row.amount_cents as cents, ${columns}
      from ${rows} and row.parts is null and ${chosen(sql`row.tags`)}
    union all
    select part.category_id, part.amount_cents, ${columns}
      from (select * from ${rows} and row.parts is not null) as row
     cross join ${partTable(sql`row.parts`)}
     where ${chosen(PART_TAGS)}`;
}

/** `before`: what the table of the rows is made of. */
function summed(db: Db, { chosen }: RowQuestion, rows: Sql, month: Sql, before = sql``): Promise<FlowMonth[]> {
  const flow = sql`
    case when row.credit_card_id is not null then 'credit_cards' when row.amount_cents > 0 then 'earnings' else 'expenses' end as flow`;
  return db.many<FlowMonth>(sql`
    ${before}
    select category_id, month, flow, coalesce(sum(cents) filter (where paid), 0)::bigint as paid_cents,
           coalesce(sum(cents) filter (where not paid), 0)::bigint as unpaid_cents
      from (${sharesOf(rows, chosen, sql`${month} as month, ${flow}, row.paid`)}) as shares
     group by 1, 2, 3`);
}

const monthOf = ({ months, days }: Span, date: Sql): Sql => monthIn(months, days, date);
/** Of the month in which an invoice is due. */
const dueMonth = (invoice: Sql): Sql => sql`('2000-01-01'::date + make_interval(months => ${invoice}))::date`;
const isWithin = (date: Sql, { days }: Span): Sql => sql`${date} between ${unseen(days.start)} and ${unseen(days.end)}`;

/** All that was earned and spent, by its own date: what kept sums have of all rows together. */
export function listRowSums(db: Db, question: RowQuestion): Promise<FlowMonth[]> {
  const { spaceId, span } = question;
  const rows = sql`transactions as row
     where row.space_id = ${spaceId} and ${isWithin(sql`row.date`, span)}
       and ${isNotNeutral}`;
  return summed(db, question, rows, monthOf(span, sql`row.date`));
}

/** Instalments on accounts and cards, by their own dates. */
export function listInstalments(db: Db, question: RowQuestion): Promise<FlowMonth[]> {
  const { spaceId, span } = question;
  const rows = sql`transactions as row
     where row.space_id = ${spaceId} and ${isWithin(sql`row.date`, span)} and row.total_installments > 1 and row.series_id is not null`;
  return summed(db, question, rows, monthOf(span, sql`row.date`));
}

/** All instalments of each purchase whose first is in these months, by the date of that one. */
export async function listPurchasesInParts(db: Db, question: RowQuestion): Promise<FlowMonth[]> {
  const { spaceId, span } = question;
  const near = await db.many<{ id: number }>(sql`
    select distinct series_id as id
      from transactions
     where space_id = ${spaceId} and ${isWithin(sql`date`, span)} and total_installments > 1 and series_id is not null`);
  if (near.length === 0) return [];
  const bought = sql`
    with bought as materialized (
         select category_id, account_id, credit_card_id, amount_cents, paid, tags, parts,
                first_value(date) over (partition by series_id order by occurrence) as bought_on
           from transactions
          where space_id = ${spaceId} and series_id = any(${near.map(({ id }) => id)}::bigint[]))`;
  const rows = sql`bought as row where ${isWithin(sql`row.bought_on`, span)}`;
  return summed(db, question, rows, monthOf(span, sql`row.bought_on`), bought);
}

/** An array, so that rows are read once and not again for each card. */
const cardsOf = (spaceId: number): Sql => sql`array(select id from credit_cards where space_id = ${spaceId})`;

/** What is on cards, by its own date. */
export function listCardRows(db: Db, question: RowQuestion): Promise<FlowMonth[]> {
  const { spaceId, span } = question;
  const rows = sql`transactions as row
     where row.space_id = ${spaceId} and row.credit_card_id = any(${cardsOf(spaceId)}) and ${isWithin(sql`row.date`, span)}`;
  return summed(db, question, rows, monthOf(span, sql`row.date`));
}

/** What is on cards, by the month in which its invoice is due. */
export function listInvoiced(db: Db, question: RowQuestion): Promise<FlowMonth[]> {
  const { spaceId, span, dues } = question;
  if (dues) return summedByInvoice(db, question, sql`select * from ${dueTable(dues)}`, PAID);
  const rows = sql`transactions as row
     where row.space_id = ${spaceId} and row.credit_card_id = any(${cardsOf(spaceId)}) and ${isDue(sql`row.credit_card_invoice_id`, span.days)}`;
  return summed(db, question, rows, dueMonth(sql`row.credit_card_invoice_id`));
}

/** What is on invoices whose first payment was made in these months, by the date of that one. */
export function listPaidInvoices(db: Db, question: RowQuestion): Promise<FlowMonth[]> {
  const { spaceId, span } = question;
  const isPayment = sql`space_id = ${spaceId} and paid_credit_card_id is not null and paid`;
  const near = (column: Sql) =>
    sql`array(select ${column} from transactions where ${isPayment} and ${isWithin(sql`date`, span)})`;
  const invoices = sql`
    select paid_credit_card_id as credit_card_id, paid_credit_card_invoice_id as invoice, ${monthOf(span, sql`min(date)`)} as month
      from transactions
     where ${isPayment} and paid_credit_card_id = any(${near(sql`paid_credit_card_id`)})
       and paid_credit_card_invoice_id = any(${near(sql`paid_credit_card_invoice_id`)})
     group by 1, 2
    having ${isWithin(sql`min(date)`, span)}`;
  return summedByInvoice(db, question, invoices, PAID);
}

/** What is on invoices without any payment, by the month in which they are due: nothing of it is paid. */
export function listUnpaidInvoices(db: Db, question: RowQuestion): Promise<FlowMonth[]> {
  const { spaceId, span, dues } = question;
  const invoices = dues
    ? sql`
    select due.credit_card_id, due.invoice, due.month
      from ${dueTable(dues)}
      join card_invoices as sums on sums.space_id = ${spaceId} and sums.credit_card_id = due.credit_card_id and sums.invoice = due.invoice
     where sums.payments = 0`
    : sql`
    select credit_card_id, invoice, ${dueMonth(sql`invoice`)} as month
      from card_invoices
     where space_id = ${spaceId} and payments = 0 and ${isDue(sql`invoice`, span.days)}`;
  return summedByInvoice(db, question, invoices, UNPAID);
}

const PAID = sql`paid_cents`;
const UNPAID = sql`unpaid_cents`;

/**
 * What is on these invoices, all paid or all unpaid. Rows are added up before they meet the months of their invoices: those are few whatever
 * the statistics say, and each row is read once.
 */
function summedByInvoice(db: Db, { spaceId, chosen }: RowQuestion, invoices: Sql, state: Sql): Promise<FlowMonth[]> {
  const other = state === PAID ? UNPAID : PAID;
  const rows = sql`transactions as row
     where row.space_id = ${spaceId} and row.credit_card_id = any(array(select credit_card_id from invoices))
       and row.credit_card_invoice_id = any(array(select invoice from invoices))`;
  return db.many<FlowMonth>(sql`
    with invoices as materialized (${invoices}),
         amounts as materialized (
           select category_id, credit_card_id, invoice, sum(cents) as cents
             from (${sharesOf(rows, chosen, sql`row.credit_card_id, row.credit_card_invoice_id as invoice`)}) as shares
            group by 1, 2, 3)
    select category_id, month, 'credit_cards' as flow, sum(cents)::bigint as ${state}, 0 as ${other}
      from amounts
      join invoices using (credit_card_id, invoice)
     group by 1, 2`);
}

function isDue(invoice: Sql, { start, end }: Period): Sql {
  return sql`${invoice} between (select ${invoiceDueOn(start)}::int) and (select ${invoiceDueOn(end)}::int)`;
}
