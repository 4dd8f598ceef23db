// What decides about the rows of a card: its days say which invoice they are on, the sums of its invoices whether they are paid.
import type { Db } from "../../kernel/sql/database.ts";
import { type Sql, sql } from "../../kernel/sql/sql.ts";
import { type InvoiceRun, type InvoiceSums, withPlanned } from "../billing/balance.ts";
import { type CardDays, EVERY_INVOICE, type InvoiceRange } from "../billing/cycle.ts";
import { invoicesInRuns } from "./queries_paid_invoices.ts";

export type DaysOfCard = CardDays & { credit_card_id: number };

/** The days of these cards, or of every card of the space: there are few. Oldest first. */
export function listCardDays(db: Db, spaceId: number, cardIds?: readonly number[]): Promise<DaysOfCard[]> {
  const isOne = cardIds === undefined ? sql`` : sql`and credit_card_id = any(${cardIds}::int[])`;
  return db.many<DaysOfCard>(sql`
    select credit_card_id, from_invoice as "fromInvoice", closing_day as "closingDay", due_day as "dueDay"
      from card_days
     where space_id = ${spaceId} ${isOne}
     order by credit_card_id, from_invoice`);
}

/** The same as JSON, as a column of another statement. `cardId`: its id there, or a parameter. */
export function cardDaysJson(spaceId: number, cardId: Sql): Sql {
  return sql`
    (select coalesce(jsonb_agg(jsonb_build_object('fromInvoice', from_invoice, 'closingDay', closing_day, 'dueDay', due_day)
                               order by from_invoice), '[]')
       from card_days
      where card_days.space_id = ${spaceId} and card_days.credit_card_id = ${cardId})`;
}

/** Sums of invoices as JSON, by their numbers. */
export function invoiceSumsJson(spaceId: number, cardId: Sql, isOne: Sql = sql`true`): Sql {
  return sql`
    (select coalesce(jsonb_agg(jsonb_build_object('invoice', invoice, 'amount_cents', amount_cents, 'payment_cents', payment_cents,
                                                  'payments', payments) order by invoice), '[]')
       from card_invoices
      where card_invoices.space_id = ${spaceId} and card_invoices.credit_card_id = ${cardId} and ${isOne})`;
}

/**
 * Sums of the invoices from `first` to `last`, both expressions, as JSON. The remainder of all earlier invoices comes as one
 * invoice before `first`, so that a card with many years sends no more than another.
 */
export function periodSumsJson(spaceId: number, cardId: Sql, first: Sql, last: Sql): Sql {
  const isOfCard = sql`card_invoices.space_id = ${spaceId} and card_invoices.credit_card_id = ${cardId}`;
  return sql`
    (select coalesce(jsonb_agg(to_jsonb(sums) order by invoice), '[]')
       from (select invoice, amount_cents, payment_cents, payments from card_invoices where ${isOfCard} and invoice between ${first} and ${last}
             union all
             select invoice, amount_cents, payment_cents, payments
               from (${paidRuns(sql`${isOfCard} and invoice < ${first}`)}) as run
              where invoice = ${first} - 1) as sums)`;
}

export type SumsOfCard = InvoiceSums & { credit_card_id: number };

/**
 * Sums that tell which purchases of these invoices are paid. Payments right before the first one come as one sum, so that a card with
 * many years sends no more than another. `cards`: an array; `first`, `last`: of all of them.
 */
export function paidSumsOf(spaceId: number, { cards, first, last }: { cards: Sql; first: Sql; last: Sql }): Sql {
  const isOne = sql`space_id = ${spaceId} and credit_card_id = any(${cards})`;
  return sql`
    select credit_card_id, invoice, amount_cents, payment_cents, payments
      from card_invoices
     where ${isOne} and invoice between ${first} and ${last} and payments > 0
     union all
    select credit_card_id, invoice, amount_cents, payment_cents, payments
      from (${paidRuns(sql`${isOne} and invoice < ${first}`)}) as run
     where invoice = ${first} - 1`;
}

/** Of these cards. */
export function listPaidSums(
  db: Db,
  spaceId: number,
  cardIds: readonly number[],
  { first, last }: InvoiceRange = EVERY_INVOICE,
): Promise<SumsOfCard[]> {
  return db.many<SumsOfCard>(
    paidSumsOf(spaceId, { cards: sql`${cardIds}::int[]`, first: sql`${first}::int`, last: sql`${last}::int` }),
  );
}

/** Of the card that a row is on, and of these. The range also has the invoice of the row, and those that its date may lead to. */
export function listPaidSumsNear(
  db: Db,
  spaceId: number,
  rowId: number,
  { cardIds, range }: { cardIds: readonly number[]; range: InvoiceRange | undefined },
): Promise<SumsOfCard[]> {
  const due = sql`((extract(year from date)::int - 2000) * 12 + extract(month from date)::int - 1)`;
  return db.many<SumsOfCard>(sql`
    with near as materialized (
      select credit_card_id, least(${range?.first ?? null}::int, credit_card_invoice_id, ${due}) as first,
             greatest(${range?.last ?? null}::int, credit_card_invoice_id, ${due} + 2) as last
        from transactions
       where space_id = ${spaceId} and id = ${rowId})
    ${paidSumsOf(spaceId, {
      cards: sql`(${cardIds}::int[] || array(select credit_card_id from near))`,
      first: sql`(select first from near)`,
      last: sql`(select last from near)`,
    })}`);
}

export interface OwingCard {
  id: number;
  name: string;
  /** Who pays: the card's own account, else the default one; null where there is neither. */
  payer_id: number | null;
  /** Oldest first. */
  days: CardDays[];
  /**
   * Of its invoices up to the last one that is asked for, as if planned payments were made. A run comes as one, under the number of its last
   * invoice.
   */
  sums: InvoiceSums[];
}

/** What tells how much will have to be paid on the cards of a space. */
export async function listOwingCards(db: Db, spaceId: number, lastInvoice: number): Promise<OwingCard[]> {
  const last = sql`(select ${lastInvoice}::int)`;
  const [cards, runs, planned] = await Promise.all([
    db.many<Omit<OwingCard, "sums">>(sql`
      select id, name, coalesce(payment_account_id, (select default_account_id from spaces where space_id = ${spaceId})) as payer_id,
             ${cardDaysJson(spaceId, sql`credit_cards.id`)} as days
        from credit_cards
       where credit_cards.space_id = ${spaceId}
       order by id`),
    db.many<InvoiceRun & { credit_card_id: number }>(runsOf(sql`space_id = ${spaceId} and invoice <= ${last}`)),
    db.many<{ credit_card_id: number; invoice: number; cents: number }>(sql`
      select paid_credit_card_id as credit_card_id, paid_credit_card_invoice_id as invoice, amount_cents as cents
        from transactions
       where space_id = ${spaceId} and paid_credit_card_id is not null and paid_credit_card_invoice_id <= ${last} and not paid`),
  ]);
  const ofCard = <Each extends { credit_card_id: number }>(all: readonly Each[], id: number) =>
    all.filter((each) => each.credit_card_id === id);
  return cards.map((card) => ({ ...card, sums: withPlanned(ofCard(runs, card.id), ofCard(planned, card.id)) }));
}

/**
 * Sums of a card's invoices as JSON, as few as determine what is owed: each run is one sum, under its last invoice's number. From
 * `apart` on, each invoice has its own sum.
 */
export function cardSumsJson(spaceId: number, cardId: Sql, apart?: number): Sql {
  const isOfCard = sql`card_invoices.space_id = ${spaceId} and card_invoices.credit_card_id = ${cardId}`;
  return sql`(select coalesce(jsonb_agg(to_jsonb(run)), '[]') from (${runsOf(isOfCard, apart)}) as run)`;
}

/**
 * Runs of consecutive invoices that all have payments. Without a gap there is one run, which is summed without sorting. Else
 * `invoicesInRuns` separates them.
 */
function runsOf(isOne: Sql, apart?: number): Sql {
  const isBefore = apart === undefined ? isOne : sql`${isOne} and invoice < (select ${apart}::int)`;
  const isAlone = apart === undefined ? sql`payments = 0` : sql`(payments = 0 or invoice >= (select ${apart}::int))`;
  return sql`
    select credit_card_id, first, invoice, amount_cents, payment_cents, payments from (${paidRuns(isBefore)}) as run
    union all
    select credit_card_id, invoice, invoice, amount_cents, payment_cents, payments from card_invoices where ${isOne} and ${isAlone}`;
}

/**
 * Runs of invoices that all have payments. Without a gap, as on a card paid every month, they are one run, which needs no order.
 * Otherwise `invoicesInRuns` separates them.
 */
function paidRuns(isOne: Sql): Sql {
  const sums = sql`
    min(invoice) as first, max(invoice) as invoice, sum(amount_cents)::bigint as amount_cents, sum(payment_cents)::bigint as payment_cents,
    sum(payments)::int as payments`;
  const broken = sql`select credit_card_id from paid where invoices < invoice - first + 1`;
  return sql`
    with paid as materialized (
      select credit_card_id, ${sums}, count(*) as invoices from card_invoices where ${isOne} and payments > 0 group by credit_card_id)
    select credit_card_id, first, invoice, amount_cents, payment_cents, payments from paid where invoices = invoice - first + 1
    union all
    select credit_card_id, ${sums}
      from (${invoicesInRuns(sql`${isOne} and credit_card_id = any(array(${broken}))`)}) as broken
     group by credit_card_id, run`;
}
