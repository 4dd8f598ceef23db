// Balances at the end of each day: past ones as they were, from today on as expected. The forecast defines today, not the device.
import type { BalancePoint, DailyForecast } from "./balance_points.ts";
import { addDays, daysBetween } from "./days.ts";
import { CALENDAR, daysOf, type MonthRule } from "./space_months.ts";

export interface DailyBalances {
  balances: readonly { date: string; balance: number }[];
}

/** The days of a month, oldest first; days beyond the forecast are left out. */
export function dayBalances(
  month: string,
  { balances }: DailyBalances,
  { days }: DailyForecast,
  rule: MonthRule = CALENDAR,
): BalancePoint[] {
  const { first, last } = daysOf(month, rule);
  const today = days[0]?.date ?? "";
  const past = balances
    .filter(({ date }) => date < today)
    .map(({ date, balance }) => ({ date, balance_cents: balance, when: "past" as const }));
  const ahead = days
    .filter(({ date }) => date >= first && date <= last)
    .map(({ date, balance_cents }) => ({ date, balance_cents, when: "expected" as const }));
  return [...past, ...ahead];
}

/** The longest forecast that finance computes. */
const MOST_DAYS = 731;

/** The paths of both. A device may be a day ahead of the space, so the range has one day more. */
export function balancePaths(
  month: string,
  today: string,
  accountId: string | number = "",
  rule: MonthRule = CALENDAR,
): { past: string; ahead: string } {
  const { first, last } = daysOf(month, rule);
  const of = accountId === "" ? "" : `&account_id=${accountId}`;
  const days = Math.min(MOST_DAYS, Math.max(1, daysBetween(today, addDays(last, 1))));
  return { past: `/balances?start_date=${first}&end_date=${last}${of}`, ahead: `/forecast?days=${days}${of}` };
}
