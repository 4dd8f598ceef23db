// The reply of GET /overview, and what the first screen derives from it.
import type { Flow } from "./flows.ts";
import type { Budget, ExpectedEntry, ForecastSummary, Invoice } from "./records.ts";

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
