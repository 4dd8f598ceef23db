// The balances of a month's days, of one account or of all.

import type { BalancePoint, DailyForecast } from "../rules/balance_points.ts";
import { balancePaths, type DailyBalances, dayBalances } from "../rules/day_balances.ts";
import { useData } from "../ui/parts.tsx";
import { currentDay } from "./clock.ts";

const NONE: ReadonlyMap<string, BalancePoint> = new Map();

/** By day, for headings; empty until both answers are there. */
export function useDayBalances(month: string, accountId: string | number = ""): ReadonlyMap<string, BalancePoint> {
  const { past, ahead } = balancePaths(month, currentDay(), accountId);
  const balances = useData<DailyBalances>(past).data;
  const forecast = useData<DailyForecast>(ahead).data;
  return balances && forecast ? new Map(dayBalances(month, balances, forecast).map((day) => [day.date, day])) : NONE;
}
