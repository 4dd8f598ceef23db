// Invoices, computed by the database: which one a purchase is on, by the same rule as `invoiceOn` of the cards' cycle, and whether it is paid.
import { type Sql, sql } from "../../kernel/sql/sql.ts";
import { monthsPerStep } from "./queries_series.ts";

/** Those that are due from 1990 to 2100. */
export const FIRST_KEPT_INVOICE = -120;
export const LAST_KEPT_INVOICE = 1211;

/** Purchases on these days are on such invoices, whatever the days of their card: on the one that is due in their month, or the next two. */
export const FIRST_CARD_DAY = "1990-01-01";
export const LAST_CARD_DAY = "2100-10-31";

/**
 * An expression: the invoice of a card whose period holds the day. Of each entry of the card's days it takes the first invoice that they
 * close on that day or later, if it is among those that they hold for; the first of all these is it. `card` and `day`: expressions of
 * the statement around it.
 */
export function invoiceOn(spaceId: number, card: Sql, day: Sql): Sql {
  const month = sql`((extract(year from ${day})::int - 2000) * 12 + extract(month from ${day})::int - 1)`;
  const lastOfMonth = sql`extract(day from date_trunc('month', ${day}::timestamp) + interval '1 month - 1 day')`;
  return sql`(
    select min(case when place = 1 then reached else greatest(reached, from_invoice) end)
      from (select from_invoice, lead(from_invoice) over entries as next_from, row_number() over entries as place,
                   ${month} + case when least(closing_day, ${lastOfMonth}) >= extract(day from ${day}) then 0 else 1 end
                            + case when closing_day < due_day then 0 else 1 end as reached
              from card_days
             where card_days.space_id = ${spaceId} and card_days.credit_card_id = ${card}
            window entries as (order by from_invoice)) as held
     where next_from is null or reached < next_from)`;
}

export interface PinnedRow {
  card: Sql;
  day: Sql;
  /** Where the client named the invoice of the occurrence at the anchor, which is this day; else null. */
  pinned: Sql;
  anchor: Sql;
  periodicity: Sql;
  /** From the anchor to this row. */
  steps: Sql;
}

/**
 * An expression: the invoice of a row of a series. Where the first was put on another invoice than its date says, the others follow: by as
 * many months as lie between them, or where days are counted, as the dates say. None leaves the years that are kept.
 */
export function seriesInvoice(spaceId: number, { card, day, pinned, anchor, periodicity, steps }: PinnedRow): Sql {
  const derived = invoiceOn(spaceId, card, day);
  const months = monthsPerStep(periodicity);
  return sql`
    case when ${pinned} is null then ${derived}
         else greatest(least(${pinned} + case when ${months} > 0 then ${months} * (${steps})
                                              else ${derived} - ${invoiceOn(spaceId, card, anchor)} end,
                             ${LAST_KEPT_INVOICE}::int), ${FIRST_KEPT_INVOICE}::int) end`;
}

/**
 * An expression: true where an invoice has a paid payment and nothing is owed on it. What it has from the invoice before comes from those
 * that follow each other and all have payments, so its balance is the sum over these. `sums`: rows of `card_invoices`, of this card.
 */
export function isPaid(sums: Sql, invoice: Sql): Sql {
  return sql`
    coalesce((select sum(amount_cents - payment_cents) >= 0
                from (select each.invoice, each.amount_cents, each.payment_cents,
                             row_number() over (order by each.invoice desc) as place
                        from ${sums} as each
                       where each.payments > 0 and each.invoice <= ${invoice}) as run
               where place = ${invoice} - run.invoice + 1), false)`;
}

/** A subquery: the sums of a card's invoices. */
export function keptSums(spaceId: number, card: Sql): Sql {
  return sql`(
    select invoice, amount_cents, payment_cents, payments
      from card_invoices
     where card_invoices.space_id = ${spaceId} and card_invoices.credit_card_id = ${card})`;
}

/** The same as they are after the write that `totalsCtes` stand in: the statement itself sees them as they were before. */
export function movedSums(spaceId: number, card: Sql): Sql {
  return sql`(
    select invoice, sum(amount_cents) as amount_cents, sum(payment_cents) as payment_cents, sum(payments) as payments
      from (select * from ${keptSums(spaceId, card)} as kept
            union all
            select invoice, amount_cents, payment_cents, payments
              from moved_on_cards
             where moved_on_cards.credit_card_id = ${card}) as parts
     group by invoice)`;
}

/** A subquery: the invoices of these cards that are paid. `cards`: a subquery of ids. */
export function paidInvoices(spaceId: number, cards: Sql): Sql {
  return sql`(
    select credit_card_id, invoice
      from (select credit_card_id, invoice,
                   sum(amount_cents - payment_cents) over (partition by credit_card_id, island order by invoice) as balance_cents
              from (select credit_card_id, invoice, amount_cents, payment_cents,
                           invoice - row_number() over (partition by credit_card_id order by invoice) as island
                      from card_invoices
                     where space_id = ${spaceId} and credit_card_id in ${cards} and payments > 0) as paid_on) as balanced
     where balance_cents >= 0)`;
}
