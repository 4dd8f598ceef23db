// The plan of a purchase in instalments, from the rows of its series.
import { monthOf } from "./days.ts";
import type { Transaction } from "./records.ts";

export interface InstalmentPlan {
  steps: { month: string; cents: number; when: "past" | "now" | "ahead" }[];
  totalCents: number;
  /** Up to this instalment, with it. */
  pastCents: number;
  aheadCents: number;
}

/** Around one of its rows. Amounts have no sign. */
export function planOf(rows: readonly Transaction[], row: Transaction): InstalmentPlan {
  const all = [...rows].sort((one, other) => one.installment - other.installment);
  const whenOf = (each: Transaction) =>
    each.installment === row.installment ? "now" : each.installment < row.installment ? "past" : "ahead";
  const steps = all.map((each) => ({
    month: monthOf(each.date),
    cents: Math.abs(each.amount_cents),
    when: whenOf(each) as "past" | "now" | "ahead",
  }));
  const sumOf = (which: readonly { cents: number }[]) => which.reduce((sum, { cents }) => sum + cents, 0);
  const ahead = sumOf(steps.filter(({ when }) => when === "ahead"));
  return { steps, totalCents: sumOf(steps), pastCents: sumOf(steps) - ahead, aheadCents: ahead };
}
