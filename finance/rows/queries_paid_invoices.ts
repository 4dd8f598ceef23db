// Which invoices are paid, in SQL: the rules of `billing/balance.ts`, with which `shared_rules.test.ts` compares them.
import { type Sql, sql } from "../../kernel/sql/sql.ts";

/**
 * Invoices that have payments, each with its run: those that follow each other. The number of an invoice grows as fast as their count until
 * one is missing, so the difference tells the runs apart. `isOne`: which ones, at least of one space.
 */
export function invoicesInRuns(isOne: Sql): Sql {
  return sql`
    select credit_card_id, invoice, amount_cents, payment_cents, payments,
           invoice - row_number() over (partition by credit_card_id order by invoice) as run
      from card_invoices
     where ${isOne} and payments > 0`;
}

/** As `isPaid` has it: a balance is carried along its run. */
export function paidInvoices(spaceId: number): Sql {
  return sql`
    select credit_card_id, invoice
      from (select credit_card_id, invoice,
                   sum(amount_cents - payment_cents) over (partition by credit_card_id, run order by invoice) as balance
              from (${invoicesInRuns(sql`space_id = ${spaceId}`)}) as runs) as balances
     where balance >= 0`;
}
