// What is owed on invoices that nobody has paid or planned to pay.
import { type Sql, sql } from "../../kernel/sql/sql.ts";

export interface DueQuestion {
  spaceId: number;
  /** Of the due dates. Both belong to it. */
  start: string;
  end: string;
  /** A condition on the id of the account that pays for a card, or null where it has none. */
  pays(accountId: Sql): Sql;
}

/**
 * A subquery: `date` and `cents`, for each invoice that is due in the period, on which something is owed and which has no payment, not
 * even a planned one. It reads a row for each invoice of a card, however many transactions they have. What an invoice has from those
 * before it comes from a run of invoices with payments: the one after the run has the sum of it.
 */
export function duesToPay({ spaceId, start, end, pays }: DueQuestion): Sql {
  const isDueNear = sql`invoice between (select ${numberOf(start)}::int) and (select ${numberOf(end)}::int)`;
  return sql`(
    select due.date, -owing.cents as cents
      from (select credit_card_id, invoice, sum(cents)::bigint as cents
              from (select credit_card_id, invoice, amount_cents as cents
                      from card_invoices
                     where space_id = ${spaceId} and payments = 0 and ${isDueNear}
                    union all
                    select credit_card_id, invoice, cents
                      from (select credit_card_id, max(invoice) + 1 as invoice, sum(amount_cents - payment_cents) as cents
                              from (select credit_card_id, invoice, amount_cents, payment_cents,
                                           invoice - row_number() over (partition by credit_card_id order by invoice) as run
                                      from card_invoices
                                     where space_id = ${spaceId} and payments > 0) as paid
                             group by credit_card_id, run) as left_over
                     where ${isDueNear}) as parts
             group by credit_card_id, invoice
            having sum(cents) < 0) as owing
      join credit_cards on credit_cards.space_id = ${spaceId} and credit_cards.id = owing.credit_card_id
      join spaces on spaces.space_id = ${spaceId}
     cross join lateral (${dueDate(spaceId)}) as due
     where ${pays(sql`coalesce(payment_account_id, default_account_id)`)}
       and due.date between (select ${start}::date) and (select ${end}::date)
       and not exists (
           select from transactions
            where transactions.space_id = ${spaceId} and paid_credit_card_id = owing.credit_card_id
              and paid_credit_card_invoice_id = owing.invoice))`;
}

/** By the days that hold for the invoice; the oldest hold for all before them, too. In a short month it is the last day. */
function dueDate(spaceId: number): Sql {
  return sql`
    select least(first + due_day - 1, (first + interval '1 month')::date - 1) as date
      from (select ('2000-01-01'::date + make_interval(months => owing.invoice))::date as first) as month,
           (select due_day
              from card_days
             where card_days.space_id = ${spaceId} and card_days.credit_card_id = owing.credit_card_id
             order by from_invoice <= owing.invoice desc, abs(from_invoice - owing.invoice)
             limit 1) as days`;
}

/** Of the invoice that is due in the month of the day. */
function numberOf(day: string): number {
  return (Number(day.slice(0, 4)) - 2000) * 12 + Number(day.slice(5, 7)) - 1;
}
