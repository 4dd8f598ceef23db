// GET /overview: what the first screen of an application shows, in one answer of one moment.
import { Type } from "typebox";
import { reservedProperties } from "../balances/report.ts";
import { BudgetReply } from "../budgets/budget.ts";
import { addDays, dayIn, lastOfMonth } from "../calendar/day.ts";
import { endpoint } from "../endpoint.ts";
import { answerFar, FAR_HEADERS, farProperties, readFar } from "../extension/far_days.ts";
import { submit, throwIfInvalid } from "../fields/record.ts";
import { readYearMonth, YearMonth } from "../fields/year_month.ts";
import { checkCount, MOST_OVERDUE as MOST_COUNTED } from "../forecast/find_forecast.ts";
import { DayBalance, ExpectedReply, ForecastSummary } from "../forecast/forecast_reply.ts";
import { InvoiceReply } from "../invoices/present_invoice.ts";
import { monthDays, periodQuery, readSpaceMonths } from "../months/requested_months.ts";
import { FlowProperties } from "../reports/flows.ts";
import { spanOf } from "../reports/months.ts";
import { atOneMoment } from "../rows/queries_moment.ts";
import { findOverview } from "./find_overview.ts";
import { FORECAST_DAYS, MOST_BUDGETS, MOST_OVERDUE, SOON_DAYS, showOverview } from "./show_overview.ts";
import { todayProperties } from "./today_reply.ts";

const OverviewReply = Type.Object({
  date: Type.String({ format: "date", description: "Today, in the zone of the space" }),
  month: Type.String({ format: "date", description: "The first day of the month" }),
  ...monthDays,
  balance_cents: Type.Integer({ description: "What is on the accounts today, but for those with hide_balance" }),
  ...reservedProperties("balance_cents"),
  month_balance_cents: Type.Integer({ description: "What is on them at the end of the month, as far as it is paid" }),
  predicted_month_balance_cents: Type.Integer({ description: "The same, with what is not paid yet" }),
  expected_month_balance_cents: Type.Unsafe<number | null>({
    type: ["integer", "null"],
    description:
      "What is on them at the end of the month: as it was, if that is past, and else as GET /forecast has that day, with invoices that " +
      "nobody has planned to pay. Null for a day that no forecast reaches",
  }),
  cash_flow: Type.Object(FlowProperties, { description: "Of the month, as GET /reports/cash_flow has it by payment" }),
  overdue: Type.Object({
    count: Type.Integer({ description: `Up to the ${MOST_COUNTED} newest` }),
    has_more: Type.Boolean({ description: "Whether there are older ones" }),
    amount_cents: Type.Integer({ description: "Of all of them" }),
    rows: Type.Array(ExpectedReply, { description: `The latest ${MOST_OVERDUE}, oldest first` }),
  }),
  due_soon: Type.Array(ExpectedReply, { description: `What has to be paid today or in the next ${SOON_DAYS} days` }),
  credit_cards: Type.Array(
    Type.Object({
      credit_card_id: Type.Integer(),
      name: Type.String(),
      limit_cents: Type.Integer({ description: "0 means no limit" }),
      outstanding_cents: Type.Integer(),
      available_cents: Type.Unsafe<number | null>({ type: ["integer", "null"] }),
      open_invoice: InvoiceReply,
    }),
    { description: "Without archived ones" },
  ),
  budgets: Type.Array(BudgetReply, {
    description: `Limits of the month, the ${MOST_BUDGETS} that are used up most by what is predicted`,
  }),
  forecast: Type.Object(
    { ...ForecastSummary, days: Type.Array(DayBalance) },
    { description: `As GET /forecast?days=${FORECAST_DAYS} has it, without the rows` },
  ),
  ...todayProperties,
  ...farProperties,
});

export const getOverview = endpoint({
  method: "GET",
  path: "/overview",
  access: "reader",
  summary: "Balance, month, what is overdue or due soon, cards, budgets and forecast, all of one moment",
  query: Type.Object({ ...periodQuery, month: Type.Optional(YearMonth("YYYY-MM; the current month unless given")) }),
  readsFields: true,
  reply: OverviewReply,
  replyHeaders: FAR_HEADERS,
  handle: async ({ query, db, caller, now, buildSpaceMonths }) => {
    const record = submit(query, undefined);
    const today = dayIn(caller.timeZone, now);
    const months = await readSpaceMonths(record, { db, caller, buildSpaceMonths });
    const { value: name = months.of(today), problems } = readYearMonth(record, "month");
    throwIfInvalid(record, {}, problems);
    const span = spanOf(months, { start: name, end: lastOfMonth(name) });
    const month = span.days;
    const ahead = { start: today, end: addDays(today, FORECAST_DAYS) };
    const { result, completeUntil } = await readFar(
      { db, caller, now },
      () => atOneMoment(db, (tx) => findOverview(tx, caller.spaceId, span, ahead)),
      ({ forecast: { extendedThrough } }) => ({ end: month.end > ahead.end ? month.end : ahead.end, extendedThrough }),
    );
    throwIfInvalid(record, {}, checkCount(result.forecast));
    return answerFar(showOverview(result, span, ahead, caller.timeZone), completeUntil);
  },
});
