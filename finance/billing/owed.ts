// What will have to be paid on the invoices of a card.
import { addDifferences, byInvoice, type InvoiceSums, owedOf } from "./balance.ts";

/** A payment that is planned, negative as it will leave an account. */
export interface PlannedPayment {
  invoice: number;
  cents: number;
}

/**
 * What is owed on each invoice that has no payment, not even a planned one, if what is planned is paid as planned: what that leaves of its
 * own invoice comes with the next. `sums`: of all invoices of the card.
 */
export function owedAsPlanned(sums: readonly InvoiceSums[], planned: readonly PlannedPayment[]) {
  const made = planned.map(({ invoice, cents }) => ({ invoice, amount_cents: 0, payment_cents: cents, payments: 1 }));
  return owedOf(addDifferences(byInvoice(sums), made));
}
