// Test support: what the model expects of lists, balances and tags.
import { dayAfter, weekEnd } from "./days.ts";
import { reservedBeside } from "./earmarks.ts";
import type { Model, Row } from "./model.ts";
import { type MonthRule, monthHolding } from "./months.ts";
import type { Operations } from "./operations.ts";
import { dueToPay } from "./payments.ts";
import { type Planner, refusalOf } from "./plan.ts";
import { isUnder } from "./splits.ts";
import { accountOf, cardOf, categoryOf, extendFor, isNeutral, pick, ruleOf, showRow, wholeUntil } from "./state.ts";

export const listRows: Planner<Operations["list transactions"]> = (model, operation) => {
  const { exact, ascending, onlyTransfers, perPage, ofSpace } = operation;
  const rule = ruleOf(model, ofSpace);
  const [start, end] = operation.period;
  const accountId = operation.account === undefined ? undefined : pick(model, "place", operation.account);
  const cardId = operation.card === undefined ? undefined : pick(model, "card", operation.card);
  const categoryId = operation.category === undefined ? undefined : pick(model, "category", operation.category);
  const period = periodOf(model, rule, start, end);
  const [from, to] = exact
    ? [period.start, period.end]
    : [monthHolding(rule, period.start).start, monthHolding(rule, period.end).end];
  const query = queryOf({
    start_date: start,
    end_date: end,
    account_id: accountId,
    credit_card_id: cardId,
    category_id: categoryId,
    exact_dates: exact || undefined,
    order: ascending ? "asc" : undefined,
    per_page: perPage,
    period: ofSpace ? "space" : undefined,
  });
  return {
    method: "GET",
    path: `/${onlyTransfers ? "transfers" : "transactions"}${query}`,
    refusal:
      refusalOf({ end_date: isBackwards(start, end) }) ??
      refusalOf({
        account_id: accountId !== undefined && !accountOf(model, accountId) && (onlyTransfers || !cardOf(model, accountId)),
        credit_card_id: cardId !== undefined && !cardOf(model, cardId),
        category_id: categoryId !== undefined && !categoryOf(model, categoryId),
      }),
    commit: () => extendFor(model, to),
    expected: () => {
      const rows = model.rows
        .filter((row) => row.date >= from && row.date <= to)
        .filter((row) => accountId === undefined || row.accountId === accountId)
        .filter((row) => cardId === undefined || (row.accountId === cardId && row.invoice !== null))
        .filter((row) => categoryId === undefined || isUnder(row, categoryId))
        .filter((row) => !onlyTransfers || row.opposite)
        .sort((one, other) =>
          one.date < other.date ? -1 : one.date > other.date ? 1 : (one.id as number) - (other.id as number),
        );
      return (ascending ? rows : rows.reverse()).slice(0, perPage).map((row) => showRow(model, row));
    },
  };
};

const isBackwards = (start: string | undefined, end: string | undefined) =>
  start !== undefined && end !== undefined && start > end;

/** One bound alone means the rest of its month. */
function periodOf(
  { today }: Model,
  rule: MonthRule,
  start: string | undefined,
  end: string | undefined,
): { start: string; end: string } {
  return { start: start ?? monthHolding(rule, end ?? today).start, end: end ?? monthHolding(rule, start ?? today).end };
}

function queryOf(parameters: Record<string, unknown>): string {
  const present = Object.entries(parameters).filter(([, value]) => value !== undefined);
  return present.length > 0
    ? `?${new URLSearchParams(present.map(([name, value]): [string, string] => [name, String(value)]))}`
    : "";
}

export const readBalances: Planner<Operations["read balances"]> = (model, operation) => {
  const { periodicity, ofSpace } = operation;
  const rule = ruleOf(model, ofSpace);
  const [start, end] = operation.period;
  const accountId = operation.account === undefined ? undefined : pick(model, "account", operation.account);
  const period = periodOf(model, rule, start, end);
  const query = { account_id: accountId, start_date: start, end_date: end, periodicity, period: ofSpace ? "space" : undefined };
  return {
    method: "GET",
    path: `/balances${queryOf(query)}`,
    refusal:
      refusalOf({ end_date: isBackwards(start, end) }) ??
      refusalOf({ account_id: accountId !== undefined && !accountOf(model, accountId) }),
    commit: () => extendFor(model, period.end),
    expected: () => ({
      ...balancesOf(model, accountId, period, END_OF_STEP[periodicity ?? "daily"](rule)),
      ...wholeUntil(model, period.end),
    }),
  };
};

type Length = "daily" | "weekly" | "monthly";
const END_OF_STEP: Record<Length, (rule: MonthRule) => (day: string) => string> = {
  daily: () => (day) => day,
  weekly: () => weekEnd,
  monthly: (rule) => (day) => monthHolding(rule, day).end,
};

function balancesOf(
  model: Model,
  accountId: number | undefined,
  period: { start: string; end: string },
  endOfStep: (day: string) => string,
) {
  const accounts = model.accounts.filter(({ id, hidden }) => (accountId === undefined ? !hidden : id === accountId));
  const rows = model.rows.filter((row) => accounts.some(({ id }) => id === row.accountId));
  const opening = accounts.reduce((sum, account) => sum + account.opening, 0);
  const until = (day: string, some: Row[]) => opening + sumOf(some.filter(({ date }) => date <= day));
  const balances = (before: string, last: string) => ({
    previous_balance: until(before, rows.filter(isPaid)),
    previous_predicted_balance: until(before, rows),
    balance: until(last, rows.filter(isPaid)),
    predicted_balance: until(last, rows),
  });
  const within = (from: string, to: string) => rows.filter(({ date }) => date >= from && date <= to);
  const steps = [];
  for (let from = period.start; from <= period.end; ) {
    const last = endOfStep(from);
    const to = last < period.end ? last : period.end;
    const moved = within(from, to).filter(isNeutral);
    const accumulated = Object.entries(flowsOf(within(period.start, to))).map(([name, cents]) => [`accumulated_${name}`, cents]);
    steps.push({
      date: from,
      date_range: `${from}..${to}`,
      ...flowsOf(within(from, to)),
      ...balances(dayAfter(from, -1), to),
      transferences: sumOf(moved.filter(isPaid)),
      predicted_transferences: sumOf(moved),
      credit_card_invoices_to_pay: dueToPay(model, accountId, from, to),
      ...Object.fromEntries(accumulated),
    });
    from = dayAfter(to);
  }
  const flows = flowsOf(within(period.start, period.end));
  return {
    ...balances(dayAfter(period.start, -1), period.end),
    ...flows,
    ...reservedBeside(
      model,
      accounts.map(({ id }) => id),
      until(period.end, rows.filter(isPaid)),
    ),
    result: flows.earnings + flows.expenses,
    predicted_result: flows.predicted_earnings + flows.predicted_expenses,
    balances: steps,
  };
}

const isPaid = ({ paid }: Row) => paid;
const sumOf = (rows: Row[]) => rows.reduce((sum, { cents }) => sum + cents, 0);

/** Expenses and earnings are without what only moves between accounts. */
function flowsOf(rows: Row[]) {
  const of = (some: Row[]) => ({
    outcomes: sumOf(some.filter(({ cents }) => cents < 0)),
    incomes: sumOf(some.filter(({ cents }) => cents > 0)),
    expenses: sumOf(some.filter((row) => row.cents < 0 && !isNeutral(row))),
    earnings: sumOf(some.filter((row) => row.cents > 0 && !isNeutral(row))),
    initial_amounts: 0,
  });
  const predicted = of(rows);
  return {
    ...of(rows.filter(isPaid)),
    predicted_outcomes: predicted.outcomes,
    predicted_incomes: predicted.incomes,
    predicted_expenses: predicted.expenses,
    predicted_earnings: predicted.earnings,
    predicted_initial_amounts: 0,
  };
}

export const listTags: Planner<Operations["list tags"]> = (model) => ({
  method: "GET",
  path: "/tags",
  expected: () => {
    const all = model.rows.flatMap(({ tags }) => tags);
    return [...new Set(all)].sort().map((name) => ({ name, transactions_count: all.filter((each) => each === name).length }));
  },
});
