// What is owed on invoices that nobody has paid or planned to pay.
import { type Sql, sql, trusted } from "../../kernel/sql/sql.ts";

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
 * even a planned one. Besides its own rows it has what the invoice before leaves to it, and that is looked up where that one was paid: the
 * sum over the invoices that follow each other and all have payments.
 */
export function duesToPay({ spaceId, start, end, pays }: DueQuestion): Sql {
  const isOf = (table: "own" | "before" | "after" | "each") =>
    sql`${trusted(table)}.space_id = ${spaceId} and ${trusted(table)}.credit_card_id = cards.id`;
  const first = sql`(select ${numberOf(start)}::int)`;
  const last = sql`(select ${numberOf(end)}::int)`;
  return sql`(
    select due.date, -owing.cents as cents
      from (select credit_card_id, invoice, payer, sum(cents)::bigint as cents
              from (select cards.id as credit_card_id, coalesce(payment_account_id, default_account_id) as payer, parts.*
                      from credit_cards as cards
                      join spaces on spaces.space_id = ${spaceId}
                     cross join lateral (
                           select own.invoice, own.amount_cents as cents
                             from card_invoices as own
                            where ${isOf("own")} and own.invoice between ${first} and ${last} and own.payments = 0
                           union all
                           select before.invoice + 1, run.cents
                             from card_invoices as before
                            cross join lateral (
                                  select sum(amount_cents - payment_cents) as cents
                                    from (select invoice, amount_cents, payment_cents,
                                                 row_number() over (order by invoice desc) as place
                                            from card_invoices as each
                                           where ${isOf("each")} and each.payments > 0 and each.invoice <= before.invoice) as paid
                                   where place = before.invoice - paid.invoice + 1) as run
                            where ${isOf("before")} and before.invoice between ${first} - 1 and ${last} - 1 and before.payments > 0
                              and not exists (
                                  select from card_invoices as after
                                   where ${isOf("after")} and after.invoice = before.invoice + 1 and after.payments > 0)) as parts
                     where cards.space_id = ${spaceId}) as parts
             group by credit_card_id, invoice, payer
            having sum(cents) < 0) as owing
     cross join lateral (${dueDate(spaceId)}) as due
     where ${pays(sql`owing.payer`)}
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
