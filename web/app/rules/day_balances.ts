// Balances at the end of each day: past ones as they were, from today on as expected. The forecast defines today, not the device.
import type { BalancePoint, DailyForecast } from "./balance_points.ts";
import { addDays, daysBetween, lastDayOf } from "./days.ts";

export interface DailyBalances {
  balances: readonly { date: string; balance: number }[];
}

/** The days of a month, oldest first; days beyond the forecast are left out. */
export function dayBalances(month: string, { balances }: DailyBalances, { days }: DailyForecast): BalancePoint[] {
  const today = days[0]?.date ?? "";
  const past = balances
    .filter(({ date }) => date < today)
    .map(({ date, balance }) => ({ date, balance_cents: balance, when: "past" as const }));
  const ahead = days
    .filter(({ date }) => date.startsWith(month))
    .map(({ date, balance_cents }) => ({ date, balance_cents, when: "expected" as const }));
  return [...past, ...ahead];
}

/** The longest forecast that finance computes. */
const MOST_DAYS = 731;

/** The paths of both. A device may be a day ahead of the space, so the range has one day more. */
export function balancePaths(month: string, today: string, accountId: string | number = ""): { past: string; ahead: string } {
  const of = accountId === "" ? "" : `&account_id=${accountId}`;
  const days = Math.min(MOST_DAYS, Math.max(1, daysBetween(today, addDays(lastDayOf(month), 1))));
  return { past: `/balances?start_date=${month}-01&end_date=${lastDayOf(month)}${of}`, ahead: `/forecast?days=${days}${of}` };
}
