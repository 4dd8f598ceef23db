// Invoices in a row, each from its own sums and what the one before leaves to it.
import type { DayHistory, Period } from "../credit_cards/cycle.ts";
import { periodOf } from "../credit_cards/cycle.ts";
import type { InvoiceSums } from "../ledger/queries_card_invoices.ts";

export interface Statement extends Period {
  number: number;
  previousCents: number;
  amountCents: number;
  paymentCents: number;
  /** Negative: owed. Positive: in the holder's favour. */
  balanceCents: number;
  hasPayment: boolean;
}

export interface StatementFacts {
  days: DayHistory;
  /** What the invoice before the first leaves to it. */
  carriedCents: number;
  /** Oldest first; an invoice without any has none. */
  sums: readonly InvoiceSums[];
}

/** An invoice leaves its balance to the next one only if a payment was made; else it stays due on its own. */
export function statementsOf({ days, carriedCents, sums }: StatementFacts, first: number, last: number): Statement[] {
  const bySums = new Map(sums.map((each) => [each.invoice, each]));
  const statements: Statement[] = [];
  let previousCents = carriedCents;
  for (let number = first; number <= last; number++) {
    const { amount_cents: amountCents, payment_cents: paymentCents, payments } = bySums.get(number) ?? NOTHING;
    const balanceCents = previousCents + amountCents - paymentCents;
    const hasPayment = payments > 0;
    const period = periodOf(daysNear(days, number), number);
    statements.push({ ...period, number, previousCents, amountCents, paymentCents, balanceCents, hasPayment });
    previousCents = hasPayment ? balanceCents : 0;
  }
  return statements;
}

const NOTHING = { amount_cents: 0, payment_cents: 0, payments: 0 };

/**
 * The days that can decide about an invoice: an older closing falls before the month of this one's whatever the days were. A card whose
 * days were changed a thousand times costs no more than another.
 */
function daysNear(days: DayHistory, number: number): DayHistory {
  const holding = (invoice: number) =>
    Math.max(
      days.findLastIndex(({ fromInvoice }) => fromInvoice <= invoice),
      0,
    );
  return days.slice(holding(number - 3), holding(number) + 1);
}
