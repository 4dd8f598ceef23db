// Invoices in a row, each from its own sums and what the one before leaves to it.
import { byInvoice, carriedTo, type InvoiceSums } from "../billing/balance.ts";
import type { DayHistory, Period } from "../billing/cycle.ts";
import { periodOf } from "../billing/cycle.ts";

export interface Invoice extends Period {
  number: number;
  previousCents: number;
  amountCents: number;
  paymentCents: number;
  /** Negative: owed. Positive: in the holder's favour. */
  balanceCents: number;
  hasPayment: boolean;
}

export interface InvoiceFacts {
  days: DayHistory;
  /** Those of the invoices, and of earlier ones that have payments; an invoice without any has none. */
  sums: readonly InvoiceSums[];
}

/** An invoice leaves its balance to the next one only if a payment was made; else it stays due on its own. */
export function invoicesOf({ days, sums }: InvoiceFacts, first: number, last: number): Invoice[] {
  const bySums = byInvoice(sums);
  const invoices: Invoice[] = [];
  let previousCents = carriedTo(bySums, first);
  for (let number = first; number <= last; number++) {
    const { amount_cents: amountCents, payment_cents: paymentCents, payments } = bySums.get(number) ?? NOTHING;
    const balanceCents = previousCents + amountCents - paymentCents;
    const hasPayment = payments > 0;
    const period = periodOf(daysNear(days, number), number);
    invoices.push({ ...period, number, previousCents, amountCents, paymentCents, balanceCents, hasPayment });
    previousCents = hasPayment ? balanceCents : 0;
  }
  return invoices;
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
