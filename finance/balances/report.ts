// What came, went and was left, in the words of the original service. Amounts that left are negative, as in transactions.
import { type TInteger, Type } from "typebox";
import { farProperties } from "../extension/far_days.ts";
import type { Period } from "../fields/period.ts";
import { type BalanceFacts, NOTHING, type Sums } from "./facts.ts";

const cents = <const Name extends string>(names: readonly Name[]) =>
  Object.fromEntries(names.map((name) => [name, Type.Integer()])) as Record<Name, TInteger>;

const BALANCES = ["previous_balance", "previous_predicted_balance", "balance", "predicted_balance"] as const;
const FLOWS = [
  ...(["outcomes", "predicted_outcomes", "incomes", "predicted_incomes", "expenses", "predicted_expenses"] as const),
  ...(["earnings", "predicted_earnings", "initial_amounts", "predicted_initial_amounts"] as const),
] as const;
const TRANSFERENCES = ["transferences", "predicted_transferences"] as const;
type Flows = Record<(typeof FLOWS)[number], number>;
type Accumulated = { [Name in keyof Flows as `accumulated_${Name}`]: number };

const StepReply = Type.Object({
  date: Type.String({ format: "date", description: "The first day of the step" }),
  date_range: Type.String({ description: "The first and the last day: 2026-01-01..2026-01-31" }),
  ...cents([...FLOWS, ...TRANSFERENCES, ...BALANCES]),
  credit_card_invoices_to_pay: Type.Integer({
    description:
      "What is owed, as a positive number, on invoices that are due in the step and have no payment, not even a planned one: those of " +
      "the cards for which these accounts pay",
  }),
  ...cents(FLOWS.map((name) => `accumulated_${name}` as const)),
});

/** `balance`: the key that available_cents is less than. */
export const reservedProperties = (balance: string) => ({
  reserved_cents: Type.Integer({ description: "What goals have reserved on these accounts, as of now" }),
  available_cents: Type.Integer({ description: `${balance} less reserved_cents; negative where more is reserved than is there` }),
});

const reserved = reservedProperties("balance");

export const BalanceReply = Type.Object(
  {
    ...cents([...BALANCES, ...FLOWS, "result", "predicted_result"]),
    reserved_cents: Type.Optional(reserved.reserved_cents),
    available_cents: Type.Optional(reserved.available_cents),
    balances: Type.Array(StepReply),
    ...farProperties,
  },
  {
    description:
      "In cents; what left is negative. Without predicted_ only what is paid; with it also rows of accounts that are not paid yet, in " +
      "predicted balances those from before the period too. Expenses and earnings are without transfers, outcomes and " +
      "incomes with them; result is earnings and expenses together. Opening amounts count before every period",
  },
);

/** What is reserved, and what is left of a balance. */
export function reservedOf({ reserved_cents }: { reserved_cents: number }, balanceCents: number) {
  return { reserved_cents, available_cents: balanceCents - reserved_cents };
}

/** The balance at the end of each step and of the whole, from what was on the accounts before and what each day brought. */
export function reportBalances({ openingCents, before, days }: BalanceFacts, steps: readonly Period[]) {
  const balance = openingCents + before.paidCents;
  const start = { balance, predicted_balance: balance + before.unpaidCents };
  let accumulated = flowsOf(NOTHING);
  let at = start;
  let next = 0;
  const balances = steps.map((step) => {
    let sums = NOTHING;
    for (let day = days[next]; day && day.date <= step.end; day = days[++next]) sums = add(sums, day);
    const flows = flowsOf(sums);
    const figures = { ...flows, ...movesOf(sums), ...balanceAfter(at, flows) };
    accumulated = add(accumulated, flows);
    at = figures;
    return { date: step.start, date_range: `${step.start}..${step.end}`, ...figures, ...accumulatedOf(accumulated) };
  });
  return {
    ...balanceAfter(start, accumulated),
    ...accumulated,
    result: accumulated.earnings + accumulated.expenses,
    predicted_result: accumulated.predicted_earnings + accumulated.predicted_expenses,
    balances,
  };
}

/** An opening amount is on its account before all else, so no period has any. */
function flowsOf(sums: Sums): Flows {
  const expenses = sums.paid_expenses;
  const earnings = sums.paid_earnings;
  const predictedExpenses = expenses + sums.unpaid_expenses;
  const predictedEarnings = earnings + sums.unpaid_earnings;
  return {
    outcomes: expenses + sums.paid_moved_out,
    predicted_outcomes: predictedExpenses + sums.paid_moved_out + sums.unpaid_moved_out,
    incomes: earnings + sums.paid_moved_in,
    predicted_incomes: predictedEarnings + sums.paid_moved_in + sums.unpaid_moved_in,
    expenses,
    predicted_expenses: predictedExpenses,
    earnings,
    predicted_earnings: predictedEarnings,
    initial_amounts: 0,
    predicted_initial_amounts: 0,
  };
}

function movesOf(sums: Sums) {
  const transferences = sums.paid_moved_in + sums.paid_moved_out;
  return {
    transferences,
    predicted_transferences: transferences + sums.unpaid_moved_in + sums.unpaid_moved_out,
    credit_card_invoices_to_pay: sums.to_pay,
  };
}

function balanceAfter(before: { balance: number; predicted_balance: number }, flows: Flows) {
  return {
    balance: before.balance + flows.incomes + flows.outcomes,
    predicted_balance: before.predicted_balance + flows.predicted_incomes + flows.predicted_outcomes,
    previous_balance: before.balance,
    previous_predicted_balance: before.predicted_balance,
  };
}

function add<Name extends string>(one: Record<Name, number>, other: Record<NoInfer<Name>, number>): Record<Name, number> {
  const names = Object.keys(one) as Name[];
  return Object.fromEntries(names.map((name) => [name, one[name] + other[name]])) as Record<Name, number>;
}

function accumulatedOf(flows: Flows): Accumulated {
  return Object.fromEntries(Object.entries(flows).map(([name, value]) => [`accumulated_${name}`, value])) as Accumulated;
}
