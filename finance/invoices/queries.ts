// What invoices are made of: the days of their card, the sums of its invoices, and the rows that these are of.
import type { Db } from "../../kernel/sql/database.ts";
import { type Sql, sql } from "../../kernel/sql/sql.ts";
import type { InvoiceSums } from "../billing/balance.ts";
import type { CardDays } from "../billing/cycle.ts";
import { storedColumns } from "../rows/queries.ts";
import { cardDaysJson, invoiceSumsJson, periodSumsJson } from "../rows/queries_cards.ts";
import type { StoredRow } from "../tables/tables.ts";

export interface InvoiceQuestion {
  spaceId: number;
  creditCardId: number;
  /** Both belong to it. */
  first: number;
  last: number;
}

export interface CardFacts {
  /** Fixed series have no rows after this day yet. */
  extended_through: string;
  /** Oldest first. */
  days: CardDays[];
  /** Of the invoices that were asked for, and what those before that have payments leave to them, together or each. Oldest first. */
  sums: InvoiceSums[];
}

/** In one round trip; undefined where the space has no such card. It reads a row for each invoice, however many transactions they have. */
export function findCardFacts(db: Db, question: InvoiceQuestion): Promise<CardFacts | undefined> {
  return db.maybeOne<CardFacts>(sql`
    select ${factColumns(question, "together")}
      from spaces
     where space_id = ${question.spaceId} and ${hasCard(question)}`);
}

/** How earlier invoices with a remainder are read: summed into one, or one by one. */
export type Earlier = "together" | "each";

/**
 * With the rows of the first invoice, newest first: what was bought on it, and what paid for it. At most so many of each. The facts come
 * with the first row alone: they may outweigh the rows.
 */
export async function findInvoiceRows(
  db: Db,
  question: InvoiceQuestion,
  earlier: Earlier,
  most: number,
): Promise<{ facts: CardFacts; rows: StoredRow[] } | undefined> {
  const onFirst = (column: Sql) => sql`case when coalesce(position, 1) = 1 then ${column} end as ${column}`;
  const rows = await db.many<CardFacts & (StoredRow | { id: null })>(sql`
    select extended_through, ${onFirst(sql`days`)}, ${onFirst(sql`sums`)}, listed.*
      from (select ${factColumns(question, earlier)}
              from spaces
             where space_id = ${question.spaceId} and ${hasCard(question)}) as facts
      left join (select *, row_number() over (order by date desc, id desc) as position
                   from (${rowsOn(question, sql`credit_card_id`, sql`credit_card_invoice_id`, most)}
                         union all
                         ${rowsOn(question, sql`paid_credit_card_id`, sql`paid_credit_card_invoice_id`, most)}) as rows) as listed on true
     order by position`);
  const [facts] = rows;
  return facts && { facts, rows: rows.filter((row) => row.id !== null) as StoredRow[] };
}

function rowsOn({ spaceId, creditCardId, first }: InvoiceQuestion, card: Sql, invoice: Sql, most: number): Sql {
  return sql`(
    select ${storedColumns}
      from transactions
     where space_id = ${spaceId} and ${card} = ${creditCardId} and ${invoice} = ${first}
     order by date desc, id desc
     limit ${most})`;
}

/** Payments of an invoice, newest first; undefined where the space has no such card. */
export async function listPayments(db: Db, question: InvoiceQuestion, most: number): Promise<StoredRow[] | undefined> {
  const rows = await db.many<StoredRow | { id: null }>(sql`
    select listed.*
      from (select 1 from spaces where space_id = ${question.spaceId} and ${hasCard(question)}) as card
      left join ${rowsOn(question, sql`paid_credit_card_id`, sql`paid_credit_card_invoice_id`, most)} as listed on true
     order by listed.date desc, listed.id desc`);
  return rows.length === 0 ? undefined : (rows.filter((row) => row.id !== null) as StoredRow[]);
}

function hasCard({ spaceId, creditCardId }: InvoiceQuestion): Sql {
  return sql`exists (select from credit_cards where credit_cards.space_id = ${spaceId} and id = ${creditCardId})`;
}

function factColumns(question: InvoiceQuestion, earlier: Earlier): Sql {
  const { spaceId, first, last } = question;
  const cardId = sql`${question.creditCardId}`;
  const sums =
    earlier === "together"
      ? periodSumsJson(spaceId, cardId, sql`${first}::int`, sql`${last}::int`)
      : invoiceSumsJson(spaceId, cardId, isInPeriod(question));
  return sql`extended_through, ${cardDaysJson(spaceId, cardId)} as days, ${sums} as sums`;
}

/** The invoices themselves, and earlier ones that may leave something to them. */
function isInPeriod({ first, last }: InvoiceQuestion): Sql {
  return sql`invoice <= ${last} and (invoice >= ${first} or payments > 0)`;
}

/** The same sums by themselves. */
export function listSums(db: Db, question: InvoiceQuestion): Promise<InvoiceSums[]> {
  return db.many<InvoiceSums>(sql`
    select invoice, amount_cents, payment_cents, payments
      from card_invoices
     where space_id = ${question.spaceId} and credit_card_id = ${question.creditCardId} and ${isInPeriod(question)}
     order by invoice`);
}

export interface Payer {
  /** The account that is named, else the one that pays for the card, else the default one; null where there is none of these. */
  id: number | null;
  /** Whether a card has the id that should be an account's. */
  is_card: boolean;
  /** Null where the space has no such account. */
  archived: boolean | null;
}

/** Undefined where the space has no such card. */
export function findPayer(
  db: Db,
  { spaceId, creditCardId }: InvoiceQuestion,
  accountId: number | undefined,
): Promise<Payer | undefined> {
  return db.maybeOne<Payer>(sql`
    select chosen.id, credit_cards.id is not null as is_card, accounts.archived
      from (select coalesce(${accountId ?? null}::int, card.payment_account_id, spaces.default_account_id) as id
              from spaces
              join credit_cards as card on card.space_id = ${spaceId} and card.id = ${creditCardId}
             where spaces.space_id = ${spaceId}) as chosen
      left join accounts on accounts.space_id = ${spaceId} and accounts.id = chosen.id
      left join credit_cards on credit_cards.space_id = ${spaceId} and credit_cards.id = chosen.id`);
}
