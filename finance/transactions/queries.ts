// What a transaction may be booked on and under, and what decides how it may change.
import type { Db } from "../../kernel/sql/database.ts";
import { sql } from "../../kernel/sql/sql.ts";
import type { InvoiceSums } from "../billing/balance.ts";
import type { CardDays } from "../billing/cycle.ts";
import type { Places } from "../rows/queries_places.ts";

export async function findDefaultAccount(db: Db, spaceId: number): Promise<Places> {
  const account = await db.maybeOne<{ id: number; archived: boolean }>(sql`
    select id, archived
      from accounts
     where space_id = ${spaceId} and id = (select default_account_id from spaces where space_id = ${spaceId})`);
  return new Map(account ? [[account.id, { isCard: false, archived: account.archived }]] : []);
}

export type DaysOfCard = CardDays & { credit_card_id: number };

/** The days of these cards, oldest first. */
export function listCardDays(db: Db, spaceId: number, cardIds: readonly number[]): Promise<DaysOfCard[]> {
  return db.many<DaysOfCard>(sql`
    select credit_card_id, from_invoice as "fromInvoice", closing_day as "closingDay", due_day as "dueDay"
      from card_days
     where space_id = ${spaceId} and credit_card_id = any(${cardIds}::int[])
     order by credit_card_id, from_invoice`);
}

/** Of every card: there are few. */
export function listAllCardDays(db: Db, spaceId: number): Promise<DaysOfCard[]> {
  return db.many<DaysOfCard>(sql`
    select credit_card_id, from_invoice as "fromInvoice", closing_day as "closingDay", due_day as "dueDay"
      from card_days
     where space_id = ${spaceId}
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

/** Of the category that a row is booked under. */
export async function findCategoryKind(db: Db, spaceId: number, rowId: number): Promise<"expenses" | "earnings" | "none"> {
  const found = await db.maybeOne<{ kind: "expenses" | "earnings" | "none" }>(sql`
    select kind
      from categories
     where space_id = ${spaceId} and id = (select category_id from transactions where space_id = ${spaceId} and id = ${rowId})`);
  return found?.kind ?? "none";
}

/** Undefined stands for the default one of the amount's sign. */
export function findCategory(
  db: Db,
  spaceId: number,
  id: number | undefined,
  amountCents: number,
): Promise<{ id: number } | undefined> {
  const byDefault =
    amountCents < 0
      ? sql`(select default_expenses_category_id from spaces where space_id = ${spaceId})`
      : sql`(select default_earnings_category_id from spaces where space_id = ${spaceId})`;
  return db.maybeOne<{ id: number }>(sql`
    select id from categories where space_id = ${spaceId} and id = ${id === undefined ? byDefault : sql`${id}`}`);
}
