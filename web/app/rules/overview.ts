// The reply of GET /overview, and what the first screen derives from it.
import type { Flow } from "./flows.ts";
import type { Budget, ExpectedEntry, ForecastSummary, Invoice, Transaction } from "./records.ts";

export interface Overview {
  date: string;
  month: string;
  balance_cents: number;
  /** Absent in replies that an earlier version stored. */
  expected_month_balance_cents?: number | null;
  cash_flow: Flow;
  overdue: { count: number; amount_cents: number; rows: ExpectedEntry[] };
  due_soon: ExpectedEntry[];
  credit_cards: OverviewCard[];
  budgets: Budget[];
  forecast: ForecastSummary & { days: { date: string; balance_cents: number }[] };
  /** These are of the current month alone. */
  free?: Free;
  spending?: Spending;
  odd?: Odd[];
  latest?: Transaction[];
}

/** What is free until the next income. */
export interface Free {
  /** The last day. */
  until: string;
  days: number;
  income: { date: string; description: string; amount_cents: number } | null;
  free_cents: number;
  /** By goals; absent in replies that an earlier version stored. */
  reserved_cents?: number;
  free_per_day_cents: number;
  committed_cents: number;
  uncounted_income_cents: number;
  committed: FreePart[];
  next: ExpectedEntry[];
  more_count: number;
  more_cents: number;
}

export interface FreePart {
  kind: "overdue" | "credit_card" | "rows";
  credit_card_id: number | null;
  /** The name of the card. */
  description: string;
  amount_cents: number;
}

export interface Spent {
  spent_cents: number;
  /** Null if the space was begun later. */
  previous_spent_cents: number | null;
}

export interface Spending extends Spent {
  until: string;
  previous_until: string;
  categories: (Spent & { category_id: number })[];
  others_count: number;
  others: Spent;
}

export interface Odd {
  kind: "budget" | "category" | "bill" | "equal";
  category_id: number | null;
  transaction_ids: number[];
  description: string;
  date: string | null;
  amount_cents: number;
  compared_cents: number;
}

export interface OverviewCard {
  credit_card_id: number;
  name: string;
  limit_cents: number;
  outstanding_cents: number;
  available_cents: number | null;
  open_invoice: Invoice;
}

/** The used part of a limit, in per cent, limited to the bar. */
export function usedPercent(usedCents: number, limitCents: number): number {
  if (limitCents <= 0) return usedCents > 0 ? 100 : 0;
  return Math.min(100, Math.max(0, Math.round((100 * usedCents) / limitCents)));
}

/** Whether nothing was ever written, so that the screen shows the first steps. */
export function isUntouched({
  balance_cents: balance,
  cash_flow: flow,
  overdue,
  due_soon: soon,
  credit_cards: cards,
  forecast,
}: Overview) {
  const moves = Object.values(flow).some((cents) => cents !== 0);
  return (
    balance === 0 &&
    !moves &&
    overdue.count === 0 &&
    soon.length === 0 &&
    cards.length === 0 &&
    forecast.lowest.balance_cents === 0
  );
}

/** Widths of the bar of the balance, in per cent; below zero, of what is committed: the covered part and the missing one. */
export function barOf(
  balanceCents: number,
  { free_cents: free, reserved_cents: reserved = 0, committed }: Pick<Free, "free_cents" | "reserved_cents" | "committed">,
): number[] {
  const parts = [...(reserved > 0 ? [reserved] : []), ...committed.map(({ amount_cents: each }) => each)];
  const cents = free < 0 ? [Math.max(0, balanceCents), -free] : [free, ...parts];
  const whole = cents.reduce((sum, each) => sum + Math.max(0, each), 0);
  return cents.map((each) => (whole === 0 ? 0 : (100 * Math.max(0, each)) / whole));
}

/** Of bars beside each other: in per cent of the largest amount, now or before. */
export function spentPercent(cents: number, all: readonly Spent[]): number {
  const largest = Math.max(...all.map(({ spent_cents: now, previous_spent_cents: before }) => Math.max(now, before ?? 0)));
  return largest <= 0 ? 0 : (100 * Math.max(0, cents)) / largest;
}

/** In whole units of the currency; undefined if there is nothing to compare with. */
export function differenceOf({ spent_cents: now, previous_spent_cents: before }: Spent): number | undefined {
  return before === null ? undefined : Math.round((now - before) / 100) + 0;
}
