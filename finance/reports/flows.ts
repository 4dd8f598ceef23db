// What came in and went out, by month, as the API shows it.
import { Type } from "typebox";
import { daysShown, monthsOf, type Span, type StepLength, stepOf } from "./months.ts";

const FLOWS = ["earnings", "expenses", "credit_cards"] as const;

export interface Flow {
  month: string;
  flow: (typeof FLOWS)[number];
  paid_cents: number;
  unpaid_cents: number;
}

export const FlowProperties = {
  earnings_cents: Type.Integer({ description: "What came to accounts; those with hide_balance count too" }),
  expenses_cents: Type.Integer({ description: "What left accounts but for cards; negative" }),
  credit_cards_cents: Type.Integer({ description: "What cards cost by the basis; negative" }),
  result_cents: Type.Integer({ description: "All three together" }),
  predicted_earnings_cents: Type.Integer({ description: "With what is not paid yet, as all that is predicted" }),
  predicted_expenses_cents: Type.Integer({ description: "The same" }),
  predicted_credit_cards_cents: Type.Integer({
    description: "By payment also planned payments, and what is owed on invoices without any, in the month in which they are due",
  }),
  predicted_result_cents: Type.Integer({ description: "All three that are predicted together" }),
};
type Figures = Record<keyof typeof FlowProperties, number>;

/** By month; there may be several of a month and kind. */
export function flowsByMonth(flows: readonly Flow[]): ReadonlyMap<string, Figures> {
  return new Map([...Map.groupBy(flows, ({ month }) => month)].map(([month, each]) => [month, figuresOf(each)]));
}

function figuresOf(flows: readonly Flow[]): Figures {
  const total = (flow: Flow["flow"], centsOf: (each: Flow) => number) =>
    flows.reduce((cents, each) => cents + (each.flow === flow ? centsOf(each) : 0), 0);
  const paid = FLOWS.map((flow) => total(flow, (each) => each.paid_cents));
  const predicted = FLOWS.map((flow) => total(flow, (each) => each.paid_cents + each.unpaid_cents));
  const [earnings, expenses, cards] = paid as [number, number, number];
  const [predictedEarnings, predictedExpenses, predictedCards] = predicted as [number, number, number];
  return {
    earnings_cents: earnings,
    expenses_cents: expenses,
    credit_cards_cents: cards,
    result_cents: earnings + expenses + cards,
    predicted_earnings_cents: predictedEarnings,
    predicted_expenses_cents: predictedExpenses,
    predicted_credit_cards_cents: predictedCards,
    predicted_result_cents: predictedEarnings + predictedExpenses + predictedCards,
  };
}

const NOTHING = figuresOf([]);

/** Every step of the period, and all of them together. */
export function presentFlows(flows: ReadonlyMap<string, Figures>, span: Span, length: StepLength = "monthly") {
  const steps = Map.groupBy(monthsOf(span.names), (month) => stepOf(month, length, span.names));
  const months = [...steps].map(([date, each]) => ({
    date,
    ...daysShown(span, each),
    ...together(each.map((month) => flows.get(month) ?? NOTHING)),
  }));
  return { ...together(months), months };
}

function together(figures: readonly Figures[]): Figures {
  const names = Object.keys(NOTHING) as (keyof Figures)[];
  const sums = names.map((name) => [name, figures.reduce((cents, each) => cents + each[name], 0)]);
  return Object.fromEntries(sums) as Figures;
}
