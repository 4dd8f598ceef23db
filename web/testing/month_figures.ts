// Test support: the figures of a month, each as every screen that shows it gets it: by the same requests, and the same rules of the app.
import assert from "node:assert/strict";
import type { Reply } from "../../kernel/testing/client.ts";
import { withNow } from "../app/rules/balance_points.ts";
import type { BudgetGroups } from "../app/rules/budget_groups.ts";
import { type CategoryReport, progressOf, sumOf } from "../app/rules/budgets.ts";
import { withBelow } from "../app/rules/categories.ts";
import { categoryFlowOf } from "../app/rules/category_flow.ts";
import { balancePaths, type DailyBalances, dayBalances } from "../app/rules/day_balances.ts";
import { addMonths } from "../app/rules/days.ts";
import { flowsOfRows, type MonthFlows } from "../app/rules/figures.ts";
import { flowsOf } from "../app/rules/flows.ts";
import { byDay } from "../app/rules/ledger.ts";
import type { Overview } from "../app/rules/overview.ts";
import type { Account, Budget, Category, Forecast, Transaction } from "../app/rules/records.ts";
import { barsOf, type FlowMonth, flowParts, monthlyCents } from "../app/rules/reports.ts";
import { asShares, matching } from "../app/rules/row_filter.ts";
import { CALENDAR, daysOf, isCalendar, type MonthRule } from "../app/rules/space_months.ts";
import { readCards } from "./card_figures.ts";

export interface FigureView {
  /** What it is called, and of what it is: two of the same name are the same figure. */
  name: string;
  screen: string;
  cents: number;
}

export interface ReadingClient {
  get(path: string): Promise<Reply>;
}

/** What every part of the reading needs: the month, what was asked for once, and where figures go. */
interface Reading {
  month: string;
  days: { first: string; last: string };
  rule: MonthRule;
  /** What requests add for months that are not those of the calendar. */
  bySpace: string;
  /** First and last day, as requests name them. */
  period: string;
  categories: Category[];
  rows: Transaction[];
  overview: Overview;
  ask<Body>(path: string): Promise<Body>;
  show(screen: string, name: string, cents: number): void;
}

/** `deviceDay`: what the device takes for today, which may be a day off. `rule`: by which the months of the space begin. */
export async function monthFigures(
  client: ReadingClient,
  month: string,
  deviceDay: string,
  rule: MonthRule = CALENDAR,
): Promise<FigureView[]> {
  const ask = async <Body>(path: string): Promise<Body> => {
    const reply = await client.get(path);
    assert.equal(reply.status, 200, `${path}: ${reply.text}`);
    return reply.body as Body;
  };
  const visible: FigureView[] = [];
  const days = daysOf(month, rule);
  const bySpace = isCalendar(rule) ? "" : "&period=space";
  const period = `start_date=${days.first}&end_date=${days.last}${bySpace}`;
  const reading: Reading = {
    month,
    days,
    rule,
    bySpace,
    period,
    categories: await ask("/categories"),
    rows: await ask(`/transactions?${period}`),
    overview: await ask(`/overview?month=${month}${bySpace}`),
    ask,
    show: (screen, name, cents) => void visible.push({ screen, name, cents }),
  };
  const { past, ahead } = balancePaths(month, deviceDay, "", rule);
  showFlows(reading, "overview", "payment", flowsOf(reading.overview.cash_flow));
  showFlows(reading, "list", "date", flowsOfRows(reading.rows));
  await readCashFlow(reading);
  await readCategories(reading);
  await readBalances(reading, await ask<DailyBalances>(past), await ask<Forecast>(ahead));
  await readCards(reading);
  await readFree(reading);
  await readSpending(reading);
  await readDays(reading, past);
  return visible;
}

function showFlows({ show }: Reading, screen: string, basis: string, flows: MonthFlows): void {
  for (const stage of ["realised", "predicted"] as const)
    for (const [figure, cents] of Object.entries(flows[stage])) show(screen, `${figure} ${stage} by ${basis}`, cents);
}

const FLOW_NAMES = { others: String, left: "left", missing: "missing" };

async function readCashFlow(reading: Reading): Promise<void> {
  const { month, period, categories, ask, show } = reading;
  for (const [basis, name] of Object.entries({
    payment: "payment",
    instalment: "date",
    invoice: "invoice",
    purchase: "purchase",
  })) {
    const { months } = await ask<{ months: FlowMonth[] }>(`/reports/cash_flow?${period}&basis=${basis}`);
    const flow = months[0] as FlowMonth;
    showFlows(reading, "cash flow", name, flowsOf(flow));
    const parts = flowParts([flow]);
    const cents = (part: keyof typeof parts) => parts[part][0] as number;
    show("cash flow, columns", `inCents predicted by ${name}`, cents("in") + cents("inExpected"));
    show("cash flow, columns", `outCents predicted by ${name}`, -cents("out") - cents("cards") - cents("outExpected"));
    show("cash flow, line", `resultCents predicted by ${name}`, cents("result"));
    // By payment a category counts whole purchases, and cash flow what was paid: two figures, of two names.
    if (basis === "payment") continue;
    const report = await ask<{ total_cents: number; predicted_total_cents: number; categories: CategoryReport[] }>(
      `/reports/categories?${period}&basis=${basis}`,
    );
    show("categories, all", `resultCents realised by ${name}`, report.total_cents);
    show("categories, all", `resultCents predicted by ${name}`, report.predicted_total_cents);
    const { inCents, outCents, ...sides } = categoryFlowOf(report.categories, categories, month, FLOW_NAMES);
    show("flow of the month", `resultCents predicted by ${name}`, inCents - outCents);
    for (const side of [sides.sources, sides.targets])
      show(
        "flow of the month, sides",
        `whole flow by ${name}`,
        side.reduce((sum, { cents }) => sum + cents, 0),
      );
  }
}

async function readCategories({ month, days, rule, bySpace, categories, rows, overview, ask, show }: Reading): Promise<void> {
  const year = month.slice(0, 4);
  const { categories: report } = await ask<{ categories: CategoryReport[] }>(
    `/reports/categories?start_date=${daysOf(addMonths(month, -1), rule).first}&end_date=${days.last}${bySpace}`,
  );
  const { categories: reportOfYear } = await ask<{ categories: CategoryReport[] }>(
    `/reports/categories?start_date=${daysOf(`${year}-01`, rule).first}&end_date=${daysOf(`${year}-12`, rule).last}${bySpace}`,
  );
  const span = { first: month, last: month, months: 1 };
  const budgets = await ask<Budget[]>(`/budgets/${year}/${Number(month.slice(5))}?${bySpace.slice(1)}`);
  const limits = budgets.filter((each) => each.activity_type === 0);
  const { counted, availableCents, predictedCents } = sumOf(limits, categories);
  show("budgets, total", "left of all limits", availableCents - predictedCents);
  const { limits: grouped } = await ask<BudgetGroups>(`/budgets/groups?month=${month}${bySpace}`);
  show("budgets, by category", "left of all limits", grouped.left_cents);
  show(
    "budgets, each",
    "left of all limits",
    counted.reduce((sum, each) => sum + progressOf(each, overview.date, rule).leftCents, 0),
  );
  for (const kind of ["expenses", "earnings"] as const) {
    const sign = kind === "expenses" ? -1 : 1;
    for (const bar of barsOf(report, categories, { kind, span })) {
      const [realised, predicted] = [`category ${bar.id} realised by date`, `category ${bar.id} predicted by date`];
      show("categories", realised, bar.cents);
      show("categories", predicted, bar.predictedCents);
      show("year", predicted, monthlyCents(reportOfYear, [month], { kind, under: bar.id })[0] as number);
      const below = withBelow(categories, bar.id);
      const filtered = flowsOfRows(asShares(matching(rows, { categories: below }, days.first), { categories: below }));
      show("list of the category", realised, sign * filtered.realised.resultCents + 0);
      show("list of the category", predicted, sign * filtered.predicted.resultCents + 0);
      // Of a limit nothing is used where more came back than was spent.
      const used = (each: string) => `used of the budget of category ${bar.id}, ${each}`;
      show("categories", used("realised"), Math.max(0, bar.cents));
      show("categories", used("predicted"), Math.max(0, bar.predictedCents));
      for (const [screen, all] of Object.entries({ budgets, "overview, budgets": overview.budgets }))
        for (const budget of all.filter((each) => each.category_id === bar.id && each.activity_type === (sign < 0 ? 0 : 1))) {
          show(screen, used("realised"), budget.total);
          show(screen, used("predicted"), budget.predicted_total);
        }
    }
  }
}

async function readBalances(
  { month, days, rule, period, overview, ask, show }: Reading,
  balances: DailyBalances,
  expected: Forecast,
) {
  const today = overview.date;
  const accounts = await ask<Account[]>("/accounts");
  const forecast = await ask<Forecast>("/forecast?days=120");
  assert.equal(expected.days[0]?.date, today);
  const ofToday = async (of: string) =>
    (await ask<{ balance: number }>(`/balances?start_date=${today}&end_date=${today}${of}`)).balance;
  show("overview", "balance today", overview.balance_cents);
  show("forecast", "balance today", forecast.balance_cents);
  show("accounts", "balance today", await ofToday(""));
  let sideBalances = 0;
  for (const { id } of accounts) sideBalances += await ofToday(`&account_id=${id}`);
  show("side bar, all together", "balance today", sideBalances);
  const points = withNow(dayBalances(month, balances, expected, rule), expected);
  const now = points.find(({ when }) => when === "now");
  const isIn = (day: string) => day >= days.first && day <= days.last;
  assert.equal(now !== undefined, isIn(today));
  if (now) show("chart of the month", "balance today", now.balance_cents);
  show("chart of the month", "end of the month", points.at(-1)?.balance_cents ?? Number.NaN);
  show("overview", "end of the month", overview.expected_month_balance_cents ?? Number.NaN);
  const worth = await ask<{ months: { accounts_cents: number }[] }>(`/reports/net_worth?${period}`);
  if (days.last < today) show("net worth", "end of the month", worth.months[0]?.accounts_cents ?? Number.NaN);
  for (const { date, balance_cents: cents, when } of points)
    if (when === "expected") show("agenda", `predicted balance ${date}`, cents);
  for (const { date, balance_cents: cents } of forecast.days)
    if (isIn(date)) show("forecast", `predicted balance ${date}`, cents);
  for (const { date, balance_cents: cents } of overview.forecast.days)
    if (isIn(date)) show("overview, chart", `predicted balance ${date}`, cents);
}

/** What is free, as the overview has it and as the forecast's rows add up to it. */
async function readFree({ overview, ask, show }: Reading): Promise<void> {
  const { free, date: today } = overview;
  if (!free) return;
  const { days, balance_cents: balance } = await ask<Forecast>("/forecast?days=60");
  const rows = days.filter(({ date }) => date <= free.until).flatMap((day) => day.rows);
  const legs = new Set((await ask<Transaction[]>(`/transfers?${AROUND}`)).map(({ id }) => id));
  const income = rows.filter((row) => row.amount_cents > 0 && !legs.has(row.transaction_id ?? 0));
  const expected = (of: readonly { amount_cents: number }[]) => of.reduce((sum, row) => sum + row.amount_cents, 0);
  show("overview", "free until the next income", free.free_cents);
  show("forecast, rows", "free until the next income", balance + expected(rows) - expected(income));
  const atEnd = days.find(({ date }) => date === free.until)?.balance_cents ?? Number.NaN;
  show("forecast, less expected income", "free until the next income", atEnd - free.uncounted_income_cents);
  show("overview, bar", "balance today", free.free_cents + expected(free.committed));
  const overdue = rows.filter((row) => row.date < today && !income.includes(row));
  show("overview, bar", "overdue to pay", expected(free.committed.filter(({ kind }) => kind === "overdue")));
  show("forecast, rows", "overdue to pay", 0 - expected(overdue));
  show("overview, bar", "to pay until the next income", free.committed_cents + expected(overdue));
  show("overview, list", "to pay until the next income", 0 - expected(free.next) - free.more_cents);
}

const AROUND = "start_date=2000-01-01&end_date=2030-12-31";

/** By category up to today: as the overview has it, as the rows of the list add up to it, and as the report has it without later rows. */
async function readSpending({ month, period, categories, rows, overview, ask, show }: Reading): Promise<void> {
  const { spending, date: today } = overview;
  if (!spending) return;
  const realisedOf = (all: readonly Transaction[], ids: ReadonlySet<number> | undefined) =>
    0 - flowsOfRows(matching(all, { categories: ids }, today)).realised.resultCents;
  const sofar = rows.filter(({ date }) => date <= today);
  const later = rows.filter(({ date }) => date > today);
  const { categories: report } = await ask<{ categories: CategoryReport[] }>(`/reports/categories?${period}`);
  const bars = barsOf(report, categories, { kind: "expenses", span: { first: month, last: month, months: 1 } });
  for (const { category_id: id, spent_cents: cents } of spending.categories) {
    const below = withBelow(categories, id);
    const ofReport = bars.find((bar) => bar.id === id)?.cents ?? 0;
    show("overview", `category ${id} up to today`, cents);
    show("list", `category ${id} up to today`, realisedOf(sofar, below));
    show("categories, less later rows", `category ${id} up to today`, ofReport - realisedOf(later, below));
  }
  const expenses = new Set(categories.filter(({ kind }) => kind === "expenses").map(({ id }) => id));
  show("overview", "spent up to today", spending.spent_cents);
  show("list", "spent up to today", realisedOf(sofar, expenses));
}

/** Each day by itself: what moved on accounts without being a transfer or a payment, and what was bought on cards. */
async function readDays({ rows, ask, show }: Reading, past: string): Promise<void> {
  const days = byDay(rows);
  const resultOfDays = days.reduce((sum, { resultCents }) => sum + (resultCents ?? 0), 0);
  show("day headings", "resultCents predicted by date", resultOfDays);
  const ofDay = await ask<{ balances: { date: string; predicted_earnings: number; predicted_expenses: number }[] }>(past);
  for (const day of days) {
    const onAccounts = ofDay.balances.find(({ date }) => date === day.date);
    const onCards = day.rows.reduce((sum, row) => sum + (row.credit_card_id === null ? 0 : row.amount_cents), 0);
    show("day headings", `result of ${day.date}`, day.resultCents ?? 0);
    show(
      "sums of the day",
      `result of ${day.date}`,
      (onAccounts?.predicted_earnings ?? 0) + (onAccounts?.predicted_expenses ?? 0) + onCards,
    );
  }
}

/** Names whose figures differ, each with what every screen shows. */
export function disagreements(view: readonly FigureView[]): string[] {
  return [...Map.groupBy(view, ({ name }) => name)]
    .filter(([, same]) => new Set(same.map(({ cents }) => cents + 0)).size > 1)
    .map(([name, same]) => `${name}: ${same.map(({ screen, cents }) => `${screen} ${cents}`).join(", ")}`);
}
