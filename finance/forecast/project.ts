// How a balance goes on from today: pure arithmetic on what is known to come.
import { addDays } from "../calendar/day.ts";

/** Something that is known, planned or tried out. */
export interface Expected {
  kind: "transaction" | "invoice" | "overdue" | "budget" | "what_if";
  /** When it should be; what is past counts today. */
  date: string;
  amount_cents: number;
  /** Already, though it is dated later than today. */
  paid: boolean;
  description: string;
  account_id: number | null;
  transaction_id: number | null;
  credit_card_id: number | null;
  credit_card_invoice_id: number | null;
}

export interface ForecastDay {
  date: string;
  previous_balance_cents: number;
  balance_cents: number;
  rows: Expected[];
}

export interface DayBalance {
  date: string;
  balance_cents: number;
}

export interface Forecast {
  balance_cents: number;
  final_balance_cents: number;
  lowest: DayBalance;
  first_negative: DayBalance | null;
  days: ForecastDay[];
}

/** From `today` to `end`; what is after it is left out. `balanceCents`: what is there now. */
export function project(balanceCents: number, expected: readonly Expected[], today: string, end: string): Forecast {
  const byDay = Map.groupBy(expected, ({ date }) => (date < today ? today : date));
  const days: ForecastDay[] = [];
  let at = balanceCents;
  for (let date = today; date <= end; date = addDays(date, 1)) {
    const rows = (byDay.get(date) ?? []).toSorted(oldestFirst);
    const previous = at;
    for (const { amount_cents: cents } of rows) at += cents;
    days.push({ date, previous_balance_cents: previous, balance_cents: at, rows });
  }
  const lowest = days.reduce((least, day) => (day.balance_cents < least.balance_cents ? day : least));
  const negative = days.find((day) => day.balance_cents < 0);
  return {
    balance_cents: balanceCents,
    final_balance_cents: at,
    lowest: balanceOn(lowest),
    first_negative: negative ? balanceOn(negative) : null,
    days,
  };
}

/** What is there at the end of a day that is today or later, if all goes as expected. */
export function expectedOn(balanceCents: number, expected: readonly Expected[], day: string): number {
  return expected.reduce((cents, each) => cents + (each.date <= day ? each.amount_cents : 0), balanceCents);
}

function oldestFirst(one: Expected, other: Expected): number {
  return one.date === other.date ? (one.transaction_id ?? 0) - (other.transaction_id ?? 0) : one.date < other.date ? -1 : 1;
}

function balanceOn({ date, balance_cents: cents }: ForecastDay): DayBalance {
  return { date, balance_cents: cents };
}
