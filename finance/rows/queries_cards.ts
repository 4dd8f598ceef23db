// What decides about the rows of a card: its days say which invoice they are on, the sums of its invoices whether they are paid.
import type { Db } from "../../kernel/sql/database.ts";
import { type Sql, sql } from "../../kernel/sql/sql.ts";
import type { InvoiceSums } from "../billing/balance.ts";
import type { CardDays } from "../billing/cycle.ts";

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
 * Sums of the invoices from `first` to `last`, both expressions, as JSON. What those before leave to the first one comes as one invoice right
 * before it, whose payment leaves just that, so that a card costs no more for every year that it was paid.
 */
export function periodSumsJson(spaceId: number, cardId: Sql, first: Sql, last: Sql): Sql {
  const isOfCard = sql`card_invoices.space_id = ${spaceId} and card_invoices.credit_card_id = ${cardId}`;
  return sql`
    (select coalesce(jsonb_agg(to_jsonb(sums) order by invoice), '[]')
       from (select invoice, amount_cents, payment_cents, payments from card_invoices where ${isOfCard} and invoice between ${first} and ${last}
             union all
             select ${first} - 1, sum(amount_cents)::bigint, sum(payment_cents)::bigint, 1
               from (select invoice, amount_cents, payment_cents, row_number() over (order by invoice desc) as back
                       from card_invoices
                      where ${isOfCard} and invoice < ${first} and payments > 0) as paid
              where invoice = ${first} - back
             having count(*) > 0) as sums)`;
}

export type SumsOfCard = InvoiceSums & { credit_card_id: number };

/** Of the invoices of these cards that have payments: they tell which of a card's purchases are paid. */
export function listPaidSums(db: Db, spaceId: number, cardIds: readonly number[]): Promise<SumsOfCard[]> {
  return db.many<SumsOfCard>(sql`
    select credit_card_id, invoice, amount_cents, payment_cents, payments
      from card_invoices
     where space_id = ${spaceId} and credit_card_id = any(${cardIds}::int[]) and payments > 0`);
}

/** The same for the card that a row is on, and for these. */
export function listPaidSumsNear(db: Db, spaceId: number, rowId: number, cardIds: readonly number[]): Promise<SumsOfCard[]> {
  return db.many<SumsOfCard>(sql`
    select credit_card_id, invoice, amount_cents, payment_cents, payments
      from card_invoices
     where space_id = ${spaceId} and payments > 0 and credit_card_id = any(${cardIds}::int[] || array(
           select credit_card_id from transactions where space_id = ${spaceId} and id = ${rowId} and credit_card_id is not null))`);
}

export interface OwingCard {
  id: number;
  name: string;
  /** Who pays: the card's own account, else the default one; null where there is neither. */
  payer_id: number | null;
  /** Oldest first. */
  days: CardDays[];
  /**
   * Of its invoices up to the last one that is asked for, as if planned payments were made. Those that follow each other and all have payments
   * come as one, under the number of the last of them.
   */
  sums: InvoiceSums[];
}

/** What tells how much will have to be paid on the cards of a space. */
export function listOwingCards(db: Db, spaceId: number, lastInvoice: number): Promise<OwingCard[]> {
  const cardId = sql`credit_cards.id`;
  return db.many<OwingCard>(sql`
    select id, name, coalesce(payment_account_id, (select default_account_id from spaces where space_id = ${spaceId})) as payer_id,
           ${cardDaysJson(spaceId, cardId)} as days,
           ${owingSumsJson(spaceId, cardId, sql`(select ${lastInvoice}::int)`)} as sums
      from credit_cards
     where credit_cards.space_id = ${spaceId}
     order by id`);
}

function owingSumsJson(spaceId: number, cardId: Sql, last: Sql): Sql {
  const asPlanned = sql`
    select invoice, amount_cents, payment_cents, payments
      from card_invoices
     where card_invoices.space_id = ${spaceId} and card_invoices.credit_card_id = ${cardId} and invoice <= ${last}
     union all
    select paid_credit_card_invoice_id, 0, amount_cents, 1
      from transactions
     where transactions.space_id = ${spaceId} and paid_credit_card_id = ${cardId} and paid_credit_card_invoice_id <= ${last} and not paid`;
  const sums = sql`sum(amount_cents)::bigint as amount_cents, sum(payment_cents)::bigint as payment_cents, sum(payments)::int as payments`;
  return sql`
    (select coalesce(jsonb_agg(to_jsonb(run)), '[]')
       from (select max(invoice) as invoice, ${sums}
               from (select *, case when payments > 0 then invoice - row_number() over (partition by payments > 0 order by invoice) else invoice end as n
                       from (select invoice, ${sums} from (${asPlanned}) as parts group by invoice) as invoices) as numbered
              group by payments > 0, n) as run)`;
}
