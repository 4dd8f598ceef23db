// Reads all that the overview shows.
import type { Db } from "../../kernel/sql/database.ts";
import { findBalances } from "../balances/queries.ts";
import { sourcesOf } from "../balances/steps.ts";
import { invoiceDueOn } from "../billing/cycle.ts";
import { findBudgets } from "../budgets/queries.ts";
import { addDays, addMonths, lastOfMonth } from "../calendar/day.ts";
import { listCards } from "../credit_cards/queries.ts";
import type { Period } from "../fields/period.ts";
import { findForecast, hasTooMany, MOST_DAYS } from "../forecast/find_forecast.ts";
import { monthsAtMoment } from "../months/requested_months.ts";
import { findFlows } from "../reports/find_flows.ts";
import { type Span, spanOf } from "../reports/months.ts";
import { listCategoryMonths, listReportCategories } from "../reports/queries.ts";
import { listRows } from "../rows/queries_list.ts";
import { MEAN_MONTHS } from "./odd.ts";
import { findRecentRows } from "./queries.ts";
import { comparedDays } from "./spending.ts";

const MOST_LATEST = 5;

/** `ahead`: from today to the last day of the forecast. */
export async function findOverview(tx: Db, spaceId: number, asked: Span, ahead: Period) {
  const months = await monthsAtMoment(tx, spaceId, asked.months);
  const { names, days: month } = asked;
  const span = { ...asked, months };
  const [forecast, balances, { flows }, cards, budgets, current] = await Promise.all([
    findExpected(tx, spaceId, month, ahead),
    findBalances(tx, { spaceId, accountId: undefined, start: month.start, months, ...sourcesOf(month, "monthly", months) }),
    findFlows(tx, spaceId, span, "payment"),
    // An invoice that is open today is due in this month or later.
    listCards(tx, spaceId, invoiceDueOn(ahead.start)),
    findBudgets(tx, spaceId, names, months),
    month.start <= ahead.start && ahead.start <= month.end ? findCurrent(tx, spaceId, span, ahead.start) : undefined,
  ]);
  return { forecast, balances, flows, cards, budgets, current };
}

/** What only the current month has. */
async function findCurrent(tx: Db, spaceId: number, { months, names }: Span, today: string) {
  const { start } = names;
  const compared = comparedDays(months, start, today);
  const past = { start: addMonths(start, -MEAN_MONTHS), end: lastOfMonth(addMonths(start, -1)) };
  const [recent, categories, pastMonths, { rows: latest }] = await Promise.all([
    findRecentRows(tx, spaceId, compared),
    listReportCategories(tx, spaceId),
    listCategoryMonths(tx, spaceId, spanOf(months, past)),
    listRows(tx, { spaceId, start: compared.previousStart, end: today, order: "desc", most: MOST_LATEST }),
  ]);
  return { compared, recent, categories, pastMonths, latest };
}

/** `through`: the last day of which everything is known that is expected; the end of the month, where a forecast can reach it. */
async function findExpected(tx: Db, spaceId: number, month: Period, ahead: Period) {
  const isFurther = month.end > ahead.end && month.end <= addDays(ahead.start, MOST_DAYS);
  const through = isFurther ? month.end : ahead.end;
  const forecast = await findForecast(tx, { spaceId, start: ahead.start, end: through });
  if (!isFurther || !hasTooMany(forecast)) return { ...forecast, through };
  return { ...(await findForecast(tx, { spaceId, ...ahead })), through: ahead.end };
}

export type OverviewRows = Awaited<ReturnType<typeof findOverview>>;
