// The table `card_invoices` as it is read: the sums of a card's invoices, and the rows that they are of.
import type { Db } from "../../kernel/sql/database.ts";
import { type Sql, sql } from "../../kernel/sql/sql.ts";
import { rowColumns } from "./queries_rows.ts";
import type { TransactionRow } from "./row.ts";

/** Where there are none, nothing happened on the invoice. */
export interface InvoiceSums {
  invoice: number;
  amount_cents: number;
  payment_cents: number;
  /** How many payments were made; planned ones do not count. */
  payments: number;
}

/** Of the card's days: what holds from an invoice on. */
interface DaysEntry {
  fromInvoice: number;
  closingDay: number;
  dueDay: number;
}

export interface CardFacts {
  /** Fixed series have no rows after this day yet. */
  extended_through: string;
  /** Oldest first. */
  days: DaysEntry[];
  /** What the invoice right before the first that was asked for leaves to it. */
  carried_cents: number;
  /** Of the invoices that were asked for. Oldest first. */
  sums: InvoiceSums[];
}

export interface ExplainedFacts extends CardFacts {
  /** Where that comes from: the invoices right before the first, which follow each other and all have payments. Oldest first. */
  run: InvoiceSums[];
}

export interface InvoiceQuestion {
  spaceId: number;
  creditCardId: number;
  /** Both belong to it. */
  first: number;
  last: number;
}

/** In one round trip; undefined where the space has no such card. It reads a row for each invoice, however many transactions they have. */
export function findInvoices(db: Db, question: InvoiceQuestion): Promise<CardFacts | undefined> {
  return db.maybeOne<CardFacts>(sql`
    select ${factColumns(question)}
      from spaces
     where space_id = ${question.spaceId} and ${hasCard(question)}`);
}

export interface InvoiceRow extends TransactionRow {
  invoice_pinned: boolean;
}

/**
 * With the rows of the first invoice, newest first: what was bought on it, and what paid for it. At most so many of each. The facts come
 * with the first row alone: those of a card that was paid for ten years would outweigh the rows.
 */
export async function findInvoiceRows(
  db: Db,
  question: InvoiceQuestion,
  most: number,
): Promise<{ facts: ExplainedFacts; rows: InvoiceRow[] } | undefined> {
  const onFirst = (column: Sql) => sql`case when coalesce(place, 1) = 1 then ${column} end as ${column}`;
  const found = await db.many<ExplainedFacts & (InvoiceRow | { id: null })>(sql`
    select extended_through, carried_cents, ${onFirst(sql`days`)}, ${onFirst(sql`run`)}, ${onFirst(sql`sums`)}, listed.*
      from (select ${factColumns(question)}, ${listOf(runBefore(question))} as run
              from spaces
             where space_id = ${question.spaceId} and ${hasCard(question)}) as facts
      left join (select *, row_number() over (order by date desc, id desc) as place
                   from (${rowsOn(question, sql`credit_card_id`, sql`credit_card_invoice_id`, most)}
                         union all
                         ${rowsOn(question, sql`paid_credit_card_id`, sql`paid_credit_card_invoice_id`, most)}) as rows) as listed on true
     order by place`);
  const [facts] = found;
  return facts && { facts, rows: found.filter((row) => row.id !== null) as InvoiceRow[] };
}

function rowsOn({ spaceId, creditCardId, first }: InvoiceQuestion, card: Sql, invoice: Sql, most: number): Sql {
  return sql`(
    select ${rowColumns}, invoice_pinned
      from transactions
     where space_id = ${spaceId} and ${card} = ${creditCardId} and ${invoice} = ${first}
     order by date desc, id desc
     limit ${most})`;
}

/** Payments of an invoice, newest first; undefined where the space has no such card. */
export async function listPayments(db: Db, question: InvoiceQuestion, most: number): Promise<TransactionRow[] | undefined> {
  const found = await db.many<TransactionRow | { id: null }>(sql`
    select listed.*
      from (select 1 from spaces where space_id = ${question.spaceId} and ${hasCard(question)}) as card
      left join ${rowsOn(question, sql`paid_credit_card_id`, sql`paid_credit_card_invoice_id`, most)} as listed on true
     order by listed.date desc, listed.id desc`);
  return found.length === 0 ? undefined : (found.filter((row) => row.id !== null) as TransactionRow[]);
}

function hasCard({ spaceId, creditCardId }: InvoiceQuestion): Sql {
  return sql`exists (select from credit_cards where credit_cards.space_id = ${spaceId} and id = ${creditCardId})`;
}

function factColumns(question: InvoiceQuestion): Sql {
  return sql`
    extended_through,
    (select jsonb_agg(jsonb_build_object('fromInvoice', from_invoice, 'closingDay', closing_day, 'dueDay', due_day) order by from_invoice)
       from card_days
      where ${isOfCard(question)}) as days,
    ${carriedAndSums(question)}`;
}

/** The columns `carried_cents` and `sums` of CardFacts. */
export function carriedAndSums(question: InvoiceQuestion): Sql {
  const asked = sql`card_invoices where ${isOfCard(question)} and invoice between ${question.first} and ${question.last}`;
  return sql`
    (select coalesce(sum(amount_cents - payment_cents), 0)::bigint from ${runBefore(question)}) as carried_cents,
    ${listOf(asked)} as sums`;
}

function listOf(from: Sql): Sql {
  return sql`
    (select coalesce(jsonb_agg(jsonb_build_object('invoice', invoice, 'amount_cents', amount_cents, 'payment_cents', payment_cents,
                                                  'payments', payments) order by invoice), '[]')
       from ${from})`;
}

function isOfCard({ spaceId, creditCardId }: InvoiceQuestion): Sql {
  return sql`space_id = ${spaceId} and credit_card_id = ${creditCardId}`;
}

/** A subquery: invoices with payments that follow each other, up to the one right before the first. */
function runBefore(question: InvoiceQuestion): Sql {
  const { first } = question;
  return sql`(
    select *
      from (select invoice, amount_cents, payment_cents, payments, row_number() over (order by invoice desc) as place
              from card_invoices
             where ${isOfCard(question)} and payments > 0 and invoice < ${first}) as before
     where place = ${first} - invoice) as run`;
}
