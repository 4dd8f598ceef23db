// What GET /overview answers, and what the first screen makes of it.
import { lastDayOf } from "./days.ts";
import type { Budget, Expected, ForecastSummary, Invoice } from "./records.ts";

export interface Overview {
  date: string;
  month: string;
  balance_cents: number;
  month_balance_cents: number;
  predicted_month_balance_cents: number;
  cash_flow: Flow;
  overdue: { count: number; amount_cents: number; rows: Expected[] };
  due_soon: Expected[];
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

export type Flow = Record<FlowName | `predicted_${FlowName}`, number>;
type FlowName = "earnings_cents" | "expenses_cents" | "credit_cards_cents" | "result_cents";

/**
 * What is there at the end of the month. The forecast knows invoices that have no payment yet, so it is asked where it reaches; a month that is over
 * is as it was.
 */
export function monthEndCents({ date, month, forecast, ...overview }: Overview): number {
  const end = lastDayOf(month.slice(0, 7));
  if (end < date) return overview.month_balance_cents;
  return forecast.days.find((day) => day.date === end)?.balance_cents ?? overview.predicted_month_balance_cents;
}

export interface MonthFlow {
  inCents: number;
  outCents: number;
  resultCents: number;
}

/** Cards cost what left accounts for their invoices. */
export function flowsOf(flow: Flow): { realised: MonthFlow; predicted: MonthFlow } {
  return {
    realised: {
      inCents: flow.earnings_cents,
      outCents: flow.expenses_cents + flow.credit_cards_cents,
      resultCents: flow.result_cents,
    },
    predicted: {
      inCents: flow.predicted_earnings_cents,
      outCents: flow.predicted_expenses_cents + flow.predicted_credit_cards_cents,
      resultCents: flow.predicted_result_cents,
    },
  };
}

/** How much of a limit is used, in per cent of it, as far as a bar can show it. */
export function usedPercent(usedCents: number, limitCents: number): number {
  if (limitCents <= 0) return usedCents > 0 ? 100 : 0;
  return Math.min(100, Math.max(0, Math.round((100 * usedCents) / limitCents)));
}

/** Nothing was ever written here: there is nothing to show but how to begin. */
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
