// What the overview shows of what was found.
import { factsOf } from "../balances/facts.ts";
import { reportBalances, reservedOf } from "../balances/report.ts";
import { stepsOf } from "../balances/steps.ts";
import { invoiceOn } from "../billing/cycle.ts";
import { presentBudget } from "../budgets/budget.ts";
import { EXPENSE_LIMIT, totalsOf } from "../budgets/totals.ts";
import type { BudgetRow } from "../budgets/with_carry.ts";
import { addDays } from "../calendar/day.ts";
import { type CardRow, presentCard } from "../credit_cards/credit_card.ts";
import type { Period } from "../fields/period.ts";
import { type Expected, expectedOn, project } from "../forecast/project.ts";
import { type Invoice, invoicesOf } from "../invoices/invoice.ts";
import { presentInvoice } from "../invoices/present_invoice.ts";
import { presentFlows } from "../reports/flows.ts";
import { daysShown, type Span } from "../reports/months.ts";
import { presentTransaction } from "../rows/row.ts";
import type { OverviewRows } from "./find_overview.ts";
import { freeOf } from "./free.ts";
import { oddOf } from "./odd.ts";
import { spendingOf } from "./spending.ts";

export const FORECAST_DAYS = 60;
export const SOON_DAYS = 10;
export const MOST_OVERDUE = 20;
export const MOST_BUDGETS = 5;

export function showOverview(rows: OverviewRows, span: Span, ahead: Period, timeZone: string) {
  const { months, names, days: month } = span;
  const { start: today } = ahead;
  const { expected, balanceCents } = rows.forecast;
  const { days, ...forecast } = project(balanceCents, expected, today, ahead.end);
  const { balance, predicted_balance: predicted } = reportBalances(
    factsOf(rows.balances, month, months),
    stepsOf(month, "monthly", months),
  );
  const { months: _, ...cashFlow } = presentFlows(rows.flows, span);
  const soon = addDays(today, SOON_DAYS);
  const isSoon = ({ kind, date, paid, amount_cents: cents }: Expected) =>
    kind !== "overdue" && !paid && date >= today && date <= soon && cents < 0;
  return {
    date: today,
    month: names.start,
    ...daysShown(span, [names.start]),
    balance_cents: balanceCents,
    ...reservedOf({ reserved_cents: rows.forecast.reservedCents }, balanceCents),
    month_balance_cents: balance,
    predicted_month_balance_cents: predicted,
    expected_month_balance_cents: month.end < today ? balance : expectedAt(month.end, rows.forecast),
    cash_flow: cashFlow,
    overdue: showOverdue(expected.filter(({ date }) => date < today)),
    due_soon: expected.filter(isSoon).toSorted(oldestFirst),
    credit_cards: rows.cards.filter(({ archived }) => !archived).map((card) => showCard(card, today, timeZone)),
    budgets: nearestLimits(rows.budgets).map((budget) => presentBudget(budget)),
    forecast: { ...forecast, days: days.map(({ date, balance_cents: cents }) => ({ date, balance_cents: cents })) },
    ...(rows.current && showCurrent(rows, rows.current, span, today, timeZone)),
  };
}

type CurrentRows = NonNullable<OverviewRows["current"]>;

function showCurrent(rows: OverviewRows, current: CurrentRows, { months, names, days }: Span, today: string, timeZone: string) {
  const { compared, recent, categories, pastMonths, latest } = current;
  const cardNames = new Map(rows.cards.map(({ id, name }) => [id, name]));
  return {
    free: freeOf(rows.forecast, { today, endOfMonth: days.end }, cardNames),
    spending: spendingOf(recent, categories, compared),
    odd: oddOf({ months, month: names.start, recent, categories, pastMonths, budgets: rows.budgets }),
    latest: latest.map((row) => presentTransaction(row, timeZone)),
  };
}

/** As the forecast has that day; null where none reaches. */
function expectedAt(day: string, { balanceCents, expected, through }: OverviewRows["forecast"]): number | null {
  return day <= through ? expectedOn(balanceCents, expected, day) : null;
}

function showOverdue(overdue: readonly Expected[]) {
  const listed = overdue.filter(({ kind }) => kind !== "overdue");
  return {
    count: listed.length,
    has_more: listed.length < overdue.length,
    amount_cents: overdue.reduce((cents, each) => cents + each.amount_cents, 0),
    rows: listed.toSorted(oldestFirst).slice(-MOST_OVERDUE),
  };
}

function oldestFirst(one: Expected, other: Expected): number {
  return one.date.localeCompare(other.date) || (one.transaction_id ?? 0) - (other.transaction_id ?? 0);
}

function showCard(card: CardRow, today: string, timeZone: string) {
  const { id, name, limit_cents, outstanding_cents, available_cents } = presentCard(card, timeZone);
  const number = invoiceOn(card.days, today);
  const [open] = invoicesOf(card, number, number);
  const invoice = presentInvoice(open as Invoice, id, today);
  return { credit_card_id: id, name, limit_cents, outstanding_cents, available_cents, open_invoice: invoice };
}

/** Of no limit nothing can be left, so it comes first once anything is spent. */
function nearestLimits(budgets: readonly BudgetRow[]): BudgetRow[] {
  const used = (budget: BudgetRow) =>
    budget.leftCents < 0 && budget.availableCents <= 0
      ? Number.POSITIVE_INFINITY
      : totalsOf(budget).predictedTotal / budget.availableCents || 0;
  return budgets
    .filter((budget) => budget.activity_type === EXPENSE_LIMIT)
    .toSorted((one, other) => compare(used(other), used(one)) || one.id - other.id)
    .slice(0, MOST_BUDGETS);
}

function compare(one: number, other: number): number {
  return one === other ? 0 : one - other;
}
