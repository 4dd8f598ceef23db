// The status of an invoice on a day.
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
 * With a payment: `paid` if nothing is left, otherwise `partial`; the rest is carried over, so it is never overdue. Without one,
 * by day: `future`, `open`, `overdue` if something is owed, otherwise `closed`.
 */
export function statusOf(invoice: InvoiceState, today: string): Status {
  const { starting, closing, due, balanceCents, hasPayment } = invoice;
  if (hasPayment) return isSettled(invoice) ? "paid" : "partial";
  if (today < starting) return "future";
  if (today <= closing) return "open";
  return balanceCents < 0 && due < today ? "overdue" : "closed";
}
