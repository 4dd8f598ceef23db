// What cards need of the ledger's tables: which is the default, since when they have their days, and what is owed on them.
import { type Sql, sql } from "../../kernel/sql/sql.ts";

/** An expression: the id of the default card, or null. */
export function defaultCardOf(spaceId: number): Sql {
  return sql`(select default_credit_card_id from spaces where space_id = ${spaceId})`;
}

/** Beside a write of a card in a transaction that holds the space's lock. */
export function defaultCardUpdate(spaceId: number, creditCardId: number | null): Sql {
  return sql`
    update spaces
       set default_credit_card_id = ${creditCardId}::int
     where space_id = ${spaceId} and default_credit_card_id is distinct from ${creditCardId}::int`;
}

/** An expression: a card's days as a list of `fromInvoice`, `closingDay` and `dueDay`, oldest first. */
export function daysOfCard(spaceId: number, card: Sql): Sql {
  return sql`(
    select jsonb_agg(jsonb_build_object('fromInvoice', from_invoice, 'closingDay', closing_day, 'dueDay', due_day) order by from_invoice)
      from card_days
     where card_days.space_id = ${spaceId} and card_days.credit_card_id = ${card})`;
}

/**
 * An expression: what is owed on all invoices that nobody has paid anything of, future ones too. One that was paid in part has left the
 * rest to the next, so where invoices with payments follow each other, what they come to is owed with the one after the last of them.
 */
export function outstandingOf(spaceId: number, card: Sql): Sql {
  const ofCard = sql`card_invoices.space_id = ${spaceId} and card_invoices.credit_card_id = ${card}`;
  return sql`(
    select coalesce(sum(greatest(-balance_cents, 0)), 0)::bigint
      from (select invoice, sum(cents) as balance_cents
              from (select invoice, amount_cents as cents from card_invoices where ${ofCard} and payments = 0
                    union all
                    select max(invoice) + 1, sum(amount_cents - payment_cents)
                      from (select invoice, amount_cents, payment_cents, invoice - row_number() over (order by invoice) as island
                              from card_invoices
                             where ${ofCard} and payments > 0) as paid_on
                     group by island) as parts
             group by invoice) as balances)`;
}

export interface NewDays {
  fromInvoice: number;
  closingDay: number;
  dueDay: number;
}

/** CTEs: other days from an invoice on; what was planned for later ones gives way. They read the CTE `card`, the card as it is now. */
export function daysCtes(spaceId: number, creditCardId: number, { fromInvoice, closingDay, dueDay }: NewDays): Sql {
  return sql`
    days_gone as (
      delete from card_days
       where space_id = ${spaceId} and credit_card_id = ${creditCardId} and from_invoice > ${fromInvoice}),
    days_new as (
      insert into card_days (space_id, credit_card_id, from_invoice, closing_day, due_day, version)
      select ${spaceId}::bigint, card.id, ${fromInvoice}::int, ${closingDay}::int, ${dueDay}::int, card.days_version from card
      on conflict (space_id, credit_card_id, from_invoice) do update
         set closing_day = excluded.closing_day, due_day = excluded.due_day, version = excluded.version)`;
}
