// How an invoice stands on a day, in one word.
import { isSettled } from "../billing/balance.ts";

export const STATUSES = ["future", "open", "closed", "overdue", "paid", "partial"] as const;
export type Status = (typeof STATUSES)[number];

export interface InvoiceState {
  starting: string;
  closing: string;
  due: string;
  /** Negative: owed. */
  balanceCents: number;
  /** Whether any payment has been made; planned ones are none. */
  hasPayment: boolean;
}

/**
 * A payment decides first, whatever the day: `paid` where nothing is left to pay, else `partial`, and what is left is carried to the next
 * invoice, so it is never overdue here. Without one the days decide: `future`, `open`, and after that `overdue` if something is owed and
 * the due day is over, else `closed`. So an invoice on which nothing is owed is closed for ever: it is not paid, because nobody paid it.
 */
export function statusOf(invoice: InvoiceState, today: string): Status {
  const { starting, closing, due, balanceCents, hasPayment } = invoice;
  if (hasPayment) return isSettled(invoice) ? "paid" : "partial";
  if (today < starting) return "future";
  if (today <= closing) return "open";
  return balanceCents < 0 && due < today ? "overdue" : "closed";
}
