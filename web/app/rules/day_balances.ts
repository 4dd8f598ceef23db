// What is on accounts from day to day: as it was on days that are past, and as it is expected from today on. Which day is today is said by the
// forecast, which begins with it, and not by the clock of the device.
import { addDays, daysBetween, lastDayOf } from "./days.ts";

export interface BalancePoint {
  date: string;
  balance_cents: number;
  /** Today has two: what is there now, and what is expected to be there when the day ends. */
  when: "past" | "now" | "expected";
}

export interface DailyBalances {
  balances: readonly { date: string; balance: number }[];
}

export interface DailyForecast {
  /** What is there now. */
  balance_cents: number;
  days: readonly { date: string; balance_cents: number }[];
}

export const todayIn = ({ days }: DailyForecast) => days[0]?.date ?? "";

/** Now, and what follows. */
export function pointsAhead({ balance_cents: nowCents, days }: DailyForecast): BalancePoint[] {
  const now = days.slice(0, 1).map(({ date }) => ({ date, balance_cents: nowCents, when: "now" as const }));
  return [...now, ...days.map(({ date, balance_cents }) => ({ date, balance_cents, when: "expected" as const }))];
}

/** What a chart draws of a forecast: its lowest point is that of the days, each at its end. */
export function lineAhead(forecast: DailyForecast & { lowest: { date: string } }) {
  const points = pointsAhead(forecast);
  return { points, lowest: points.findLastIndex(({ date }) => date === forecast.lowest.date) };
}

/** Those of a month, oldest first; none of days that no forecast reaches. */
export function pointsOfMonth(month: string, { balances }: DailyBalances, forecast: DailyForecast): BalancePoint[] {
  const today = todayIn(forecast);
  const past = balances
    .filter(({ date }) => date < today)
    .map(({ date, balance }) => ({ date, balance_cents: balance, when: "past" as const }));
  return [...past, ...pointsAhead(forecast)].filter(({ date }) => date.startsWith(month));
}

/** Of each day what is there at its end. */
export const byDate = (points: readonly BalancePoint[]): ReadonlyMap<string, BalancePoint> =>
  new Map(points.map((point) => [point.date, point]));

/** Which of the points is the lowest; the first of several. */
export function lowestOf(points: readonly BalancePoint[]): number {
  let lowest = 0;
  for (const [index, { balance_cents: cents }] of points.entries())
    if (cents < (points[lowest]?.balance_cents ?? 0)) lowest = index;
  return lowest;
}

/** As far as finance looks ahead. */
const MOST_DAYS = 731;

/** Where both are asked for. A device may be a day ahead of the space, so a day more is asked for than it would need. */
export function balancePaths(month: string, today: string, accountId: string | number = ""): { past: string; ahead: string } {
  const of = accountId === "" ? "" : `&account_id=${accountId}`;
  const days = Math.min(MOST_DAYS, Math.max(1, daysBetween(today, addDays(lastDayOf(month), 1))));
  return { past: `/balances?start_date=${month}-01&end_date=${lastDayOf(month)}${of}`, ahead: `/forecast?days=${days}${of}` };
}
