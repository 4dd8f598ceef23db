// The input of a balance report: the balance before the period, and the sums of each day in it that has rows.
import { balanceOf, byInvoice } from "../billing/balance.ts";
import { invoiceDueOn, periodOf } from "../billing/cycle.ts";
import type { Period } from "../fields/period.ts";
import { BY_CALENDAR, type SpaceMonths } from "../months/space_months.ts";
import { SUM_NAMES, type SumName, sumName } from "../sums/differences.ts";
import type { BalanceRows, PaidCard } from "./queries.ts";

/** `to_pay`: what is owed on invoices of cards that these accounts pay for. */
export type Sums = Record<SumName | "to_pay", number>;

export const NOTHING = Object.fromEntries([...SUM_NAMES, "to_pay"].map((name) => [name, 0])) as Sums;

export interface BalanceFacts {
  openingCents: number;
  before: { paidCents: number; unpaidCents: number };
  /** Oldest first; of a whole month the first day stands for all. Days without any are left out. */
  days: (Sums & { date: string })[];
}

export function factsOf(rows: BalanceRows, period: Period, ofMonths: SpaceMonths = BY_CALENDAR): BalanceFacts {
  const days = new Map<string, Sums & { date: string }>();
  const add = (date: string, name: keyof Sums, cents: number) => {
    const sums = days.get(date) ?? { date, ...NOTHING };
    days.set(date, sums);
    sums[name] += cents;
  };
  for (const { month, ...sums } of rows.months) {
    const { start } = ofMonths.days(month);
    for (const name of SUM_NAMES) add(start, name, sums[name]);
  }
  for (const { date, paid, is_leg: isLeg, is_payment: isPayment, cents } of rows.days)
    add(date, sumName(paid, isLeg || isPayment, cents), cents);
  for (const card of rows.cards) for (const { due, cents } of duesOf(card, period)) add(due, "to_pay", cents);
  return {
    openingCents: rows.opening_cents,
    before: { paidCents: rows.paid_before, unpaidCents: rows.unpaid_before },
    days: [...days.values()].sort((one, other) => (one.date < other.date ? -1 : 1)),
  };
}

/** What is owed on each invoice that is due in the period and has no payment, not even a planned one. */
function duesOf({ days, sums, planned }: PaidCard, { start, end }: Period): { due: string; cents: number }[] {
  const sumsOfInvoices = byInvoice(sums);
  const dues: { due: string; cents: number }[] = [];
  for (let invoice = invoiceDueOn(start); invoice <= invoiceDueOn(end); invoice++) {
    const cents = -balanceOf(sumsOfInvoices, invoice);
    if (cents <= 0 || planned.includes(invoice)) continue;
    const { due } = periodOf(days, invoice);
    if (due >= start && due <= end) dues.push({ due, cents });
  }
  return dues;
}
