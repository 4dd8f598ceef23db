// What is on accounts at the end of each day: as it was on days that are past, and as it is expected from today on. Which day is today is said by
// the forecast, which begins with it, and not by the clock of the device.
import type { BalancePoint, DailyForecast } from "./balance_points.ts";
import { addDays, daysBetween, lastDayOf } from "./days.ts";

export interface DailyBalances {
  balances: readonly { date: string; balance: number }[];
}

/** Those of a month, oldest first; none of days that no forecast reaches. */
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

/** As far as finance looks ahead. */
const MOST_DAYS = 731;

/** Where both are asked for. A device may be a day ahead of the space, so a day more is asked for than it would need. */
export function balancePaths(month: string, today: string, accountId: string | number = ""): { past: string; ahead: string } {
  const of = accountId === "" ? "" : `&account_id=${accountId}`;
  const days = Math.min(MOST_DAYS, Math.max(1, daysBetween(today, addDays(lastDayOf(month), 1))));
  return { past: `/balances?start_date=${month}-01&end_date=${lastDayOf(month)}${of}`, ahead: `/forecast?days=${days}${of}` };
}
