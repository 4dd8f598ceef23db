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
 * A payment decides first: `paid` if nothing is left, else `partial`. The rest is carried to the next invoice, so this one is
 * never overdue. Without a payment the days decide: `future`, `open`, then `overdue` if something is owed after the due day, else
 * `closed`.
 */
export function statusOf(invoice: InvoiceState, today: string): Status {
  const { starting, closing, due, balanceCents, hasPayment } = invoice;
  if (hasPayment) return isSettled(invoice) ? "paid" : "partial";
  if (today < starting) return "future";
  if (today <= closing) return "open";
  return balanceCents < 0 && due < today ? "overdue" : "closed";
}
