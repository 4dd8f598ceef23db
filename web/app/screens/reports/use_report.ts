// What a report loads, with the month in which the space began.
import type { LoadState } from "../../data/store.ts";
import { useData } from "../../data/use_data.ts";
import { bySpace, monthRule } from "../../months.ts";
import { addMonths } from "../../rules/days.ts";
import { beginningOf, MONTHS_BACK } from "../../rules/report_months.ts";
import { type FlowMonth, periodOf } from "../../rules/reports.ts";
import { thisMonth } from "./reports_frame.tsx";

export interface Begun {
  /** Undefined if it is not known. */
  beginning: string | undefined;
}

export function useReport<T>(path: string): LoadState<T & Begun> {
  const { data, ...state } = useData<T>(path);
  const last = thisMonth();
  const span = { first: addMonths(last, -MONTHS_BACK), last, months: MONTHS_BACK + 1 };
  const flows = useData<{ months: FlowMonth[] }>(
    bySpace(`/reports/cash_flow?${periodOf(span, span, monthRule())}&basis=instalment`),
  );
  const isLoading = flows.data === undefined && flows.problem === undefined;
  if (data === undefined || isLoading) return state;
  return { ...state, data: { ...data, beginning: flows.data && beginningOf(flows.data.months, last) } };
}
