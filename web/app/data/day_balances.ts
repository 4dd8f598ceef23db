// The balances of a month by day, of one account or of all.
import { currentDay } from "../clock.ts";
import { monthRule } from "../months.ts";
import type { BalancePoint, DailyForecast } from "../rules/balance_points.ts";
import { balancePaths, type DailyBalances, dayBalances } from "../rules/day_balances.ts";
import { useData } from "./use_data.ts";

const NONE: ReadonlyMap<string, BalancePoint> = new Map();

/** By day, for headings; empty until both replies have arrived. */
export function useDayBalances(month: string, accountId: string | number = ""): ReadonlyMap<string, BalancePoint> {
  const { past, ahead } = balancePaths(month, currentDay(), accountId, monthRule());
  const balances = useData<DailyBalances>(past).data;
  const forecast = useData<DailyForecast>(ahead).data;
  return balances && forecast ? new Map(dayBalances(month, balances, forecast, monthRule()).map((day) => [day.date, day])) : NONE;
}
