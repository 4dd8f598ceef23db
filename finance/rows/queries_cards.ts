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
  /** Of all its invoices up to the last one that is asked for. */
  sums: InvoiceSums[];
  /** Payments that are planned and not made, negative as they will leave an account. */
  planned: { invoice: number; cents: number }[];
}

/** What tells how much will have to be paid on the cards of a space. */
export function listOwingCards(db: Db, spaceId: number, lastInvoice: number): Promise<OwingCard[]> {
  const cardId = sql`credit_cards.id`;
  return db.many<OwingCard>(sql`
    select id, name, coalesce(payment_account_id, (select default_account_id from spaces where space_id = ${spaceId})) as payer_id,
           ${cardDaysJson(spaceId, cardId)} as days,
           ${invoiceSumsJson(spaceId, cardId, sql`invoice <= (select ${lastInvoice}::int)`)} as sums,
           (select coalesce(jsonb_agg(jsonb_build_object('invoice', paid_credit_card_invoice_id, 'cents', amount_cents)), '[]')
              from transactions
             where transactions.space_id = ${spaceId} and not paid and paid_credit_card_id = credit_cards.id) as planned
      from credit_cards
     where credit_cards.space_id = ${spaceId}
     order by id`);
}
