// The instalments of a purchase as a row of pips: past, this one, and those ahead. Decoration: `3/10` stands beside it.
import type { Transaction } from "../rules/records.ts";

/** More would not be told apart, so they become a bar. */
const MOST_PIPS = 12;

/** One element however many there are, because lists are long: the style divides it. */
export function InstalmentPips({ row }: { row: Pick<Transaction, "installment" | "total_installments"> }) {
  const { installment: at, total_installments: total } = row;
  return <i class={total > MOST_PIPS ? "pips bar" : "pips"} style={{ "--at": at, "--total": total }} aria-hidden="true" />;
}
