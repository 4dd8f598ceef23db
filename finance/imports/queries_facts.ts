// Rows of the space that lines of a file may match: lines imported before, planned rows, and other sides of transfers.
import type { Db } from "../../kernel/sql/database.ts";
import { type Sql, sql, trusted } from "../../kernel/sql/sql.ts";
import type { InvoiceSums } from "../billing/balance.ts";
import type { ImportTarget } from "./line.ts";
import type { PartRow } from "./matching/parts.ts";
import type { PaidCard } from "./matching/payments.ts";
import type { Link } from "./matching/repeated_lines.ts";
import type { OtherRow } from "./matching/transfers.ts";
import type { Row } from "./matching/waiting.ts";

export interface Question {
  spaceId: number;
  target: ImportTarget;
  /** Both belong to it. */
  first: string;
  last: string;
  /** The amounts that lines have. */
  cents: readonly number[];
}

/** However large a file and a space are, no more are looked at. */
const MOST_ROWS = 100_000;

const isOn = ({ accountId, cardId }: ImportTarget): Sql =>
  cardId === null ? sql`account_id = ${accountId}` : sql`credit_card_id = ${cardId}`;

/**
 * An expression: whether a link counts. One of an import that was undone does not, unless the user has made the transaction theirs since, and
 * it stayed.
 */
const counts = (spaceId: number, link: string): Sql => {
  const of = trusted(link);
  return sql`(
    exists (select from imports where imports.space_id = ${spaceId} and imports.id = ${of}.import_id and imports.state = 'applied')
    or ${of}.made and exists (select from transactions where transactions.space_id = ${spaceId} and transactions.id = ${of}.transaction_id))`;
};

export function listLinks(db: Db, { spaceId, target, first, last, cents }: Question): Promise<Link[]> {
  return db.many<Link>(sql`
    select id, content_key, fitid, day, amount_cents, part_k, part_n, description, transaction_id,
           exists (select from transactions where transactions.space_id = ${spaceId} and transactions.id = link.transaction_id) as is_there
      from source_links as link
     where space_id = ${spaceId} and ${isOn(target)} and day between ${first}::date - 5 and ${last}::date + 5
       and amount_cents = any(${cents}::bigint[]) and ${counts(spaceId, "link")}
     order by id
     limit ${MOST_ROWS}`);
}

/** Which of these are rows of the place: statements that we wrote ourselves name them. */
export async function listOwnRows(db: Db, { spaceId, target }: Question, ids: readonly number[]): Promise<Set<number>> {
  if (ids.length === 0) return new Set();
  const rows = await db.many<{ id: number }>(sql`
    select id from transactions where space_id = ${spaceId} and ${isOn(target)} and id = any(${ids}::bigint[])`);
  return new Set(rows.map(({ id }) => id));
}

const isUnlinked = (spaceId: number): Sql => sql`
  not exists (select from source_links as link
               where link.space_id = ${spaceId} and link.transaction_id = stored.id and ${counts(spaceId, "link")})`;

/** A subquery: what transfers that were split from rows of the place moved along with each. */
const splitFrom = (spaceId: number, target: ImportTarget): Sql => sql`(
  select split_from_id as row_id, sum(amount_cents)::bigint as cents
    from transactions
   where space_id = ${spaceId} and split_from_id is not null and ${isOn(target)}
   group by split_from_id) as moved`;

/**
 * A leg that was split from a row of the place which is still there: the bank has one line for both, which is the row. Looked up by its key,
 * as a condition with `exists` could read all rows of the space into a hash table.
 */
const isInLineOfAnother = (spaceId: number): Sql => sql`
  stored.split_from_id is not null
  and stored.account_id = (select whole.account_id from transactions as whole
                            where whole.space_id = ${spaceId} and whole.id = stored.split_from_id)`;

/**
 * Rows of the place that no line is known to be: of the amounts of the lines, and planned ones of any. What was split from a row counts with
 * it, as in the bank's line.
 */
export function listWaiting(db: Db, { spaceId, target, first, last, cents }: Question): Promise<Row[]> {
  return db.many<Row>(sql`
    select id, date, amount_cents + coalesce(moved.cents, 0) as amount_cents, description, paid and not (credit_card_id is not null and recurring) as paid,
           (select periodicity from series where series.space_id = ${spaceId} and series.id = stored.series_id) as periodicity,
           paid_credit_card_id is not null as is_payment
      from transactions as stored
      left join ${splitFrom(spaceId, target)} on moved.row_id = stored.id
     where space_id = ${spaceId} and ${isOn(target)} and date between ${first}::date - 10 and ${last}::date + 10
       and (amount_cents + coalesce(moved.cents, 0) = any(${cents}::bigint[]) or not paid) and ${isUnlinked(spaceId)}
       and (${isInLineOfAnother(spaceId)}) is not true
     order by date, id
     limit ${MOST_ROWS}`);
}

/** Plain rows of other accounts with the opposite amounts. */
export function listOpposite(db: Db, { spaceId, target, first, last, cents }: Question): Promise<OtherRow[]> {
  return db.many<OtherRow>(sql`
    select id, account_id, date, amount_cents, description,
           (select link.description || ' ' || coalesce(link.fitid, '') from source_links as link
             where link.space_id = ${spaceId} and link.transaction_id = stored.id order by link.id limit 1) as source
      from transactions as stored
     where space_id = ${spaceId} and date between ${first}::date - 3 and ${last}::date + 3 and account_id is not null
       and account_id <> ${target.accountId} and amount_cents = any(${cents.map((each) => -each)}::bigint[])
       and oposite_transaction_id is null and paid_credit_card_id is null and series_id is null and paid
     order by date, id
     limit ${MOST_ROWS}`);
}

/** Rows of purchases in parts on the card, from some invoices before the named one. */
export function listPartRows(db: Db, spaceId: number, { cardId, invoice }: ImportTarget): Promise<PartRow[]> {
  return db.many<PartRow>(sql`
    select id, series_id, occurrence, total_installments, amount_cents, description, credit_card_invoice_id as invoice
      from transactions as stored
     where space_id = ${spaceId} and credit_card_id = ${cardId} and credit_card_invoice_id >= ${(invoice as number) - 3}
       and total_installments > 1 and series_id is not null and ${isUnlinked(spaceId)}
     order by series_id, occurrence
     limit ${MOST_ROWS}`);
}

/** The purchases that lines with these FITIDs were parts of. */
export async function listSeriesOfFitids(
  db: Db,
  spaceId: number,
  { cardId }: ImportTarget,
  fitids: readonly string[],
): Promise<Map<string, number>> {
  if (fitids.length === 0) return new Map();
  const rows = await db.many<{ fitid: string; series_id: number }>(sql`
    select link.fitid, stored.series_id
      from source_links as link
      join transactions as stored on stored.space_id = ${spaceId} and stored.id = link.transaction_id
     where link.space_id = ${spaceId} and link.credit_card_id = ${cardId} and link.fitid = any(${fitids}::text[])
       and stored.series_id is not null and stored.total_installments > 1`);
  return new Map(rows.map(({ fitid, series_id: id }) => [fitid, id]));
}

/** Cards that the account may pay for: those that name it come first. */
export function listPaidCards(db: Db, spaceId: number, accountId: number): Promise<Pick<PaidCard, "id" | "name" | "paidBy">[]> {
  return db.many(sql`
    select id, name,
           case when payment_account_id = ${accountId} then 'named'
                when payment_account_id is null
                     and ${accountId} = (select default_account_id from spaces where space_id = ${spaceId}) then 'default'
                else 'other' end as "paidBy"
      from credit_cards
     where space_id = ${spaceId} and not archived
     order by payment_account_id is distinct from ${accountId}, id`);
}

export function listInvoiceSums(
  db: Db,
  spaceId: number,
  cardIds: readonly number[],
): Promise<(InvoiceSums & { credit_card_id: number })[]> {
  return db.many(sql`
    select credit_card_id, invoice, amount_cents, payment_cents, payments
      from card_invoices
     where space_id = ${spaceId} and credit_card_id = any(${cardIds}::int[])`);
}
