// What decides about the rows of a card: its days say which invoice they are on, the sums of its invoices whether they are paid.
import type { Db } from "../../kernel/sql/database.ts";
import { sql } from "../../kernel/sql/sql.ts";
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
