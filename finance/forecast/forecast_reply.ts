// A forecast as the API shows it.
import { Type } from "typebox";
import { farProperties } from "../extension/far_days.ts";
import { GoalsReply } from "./goals_planned.ts";

const IdOrNull = (description: string) => Type.Unsafe<number | null>({ type: ["integer", "null"], description });
const Day = Type.String({ format: "date" });
export const DayBalance = Type.Object({ date: Day, balance_cents: Type.Integer() });

export const ExpectedReply = Type.Object({
  kind: Type.String({
    enum: ["transaction", "invoice", "overdue", "budget", "what_if"],
    description:
      "invoice: what is owed on one that has no payment, not even a planned one, when it is due. overdue: what should be paid by now and is " +
      "older than the rows that are listed, together. budget: the day's share of what is left of a limit",
  }),
  date: Type.String({ format: "date", description: "When it should be; what is past counts today" }),
  amount_cents: Type.Integer(),
  paid: Type.Boolean({ description: "Already, though it is dated later than today" }),
  description: Type.String({ description: "Of an invoice: the name of its card; of a budget: that of its category" }),
  account_id: IdOrNull("Where it is, or which account pays the invoice"),
  transaction_id: IdOrNull("Of a transaction"),
  credit_card_id: IdOrNull("Of an invoice, and of a planned payment of one"),
  credit_card_invoice_id: IdOrNull("The same"),
});

export const ForecastSummary = {
  balance_cents: Type.Integer({ description: "What is there today, as GET /balances has it" }),
  final_balance_cents: Type.Integer({ description: "What will be there after the last day" }),
  lowest: Type.Object(DayBalance.properties, { description: "The first of the days with the lowest balance" }),
  first_negative: Type.Union([DayBalance, Type.Null()], { description: "The first day that ends below zero" }),
};

export const ForecastReply = Type.Object({
  ...ForecastSummary,
  days: Type.Array(
    Type.Object({
      date: Day,
      previous_balance_cents: Type.Integer(),
      balance_cents: Type.Integer({ description: "With the rows of the day" }),
      rows: Type.Array(ExpectedReply),
    }),
    { description: "Every day, today first" },
  ),
  goals: Type.Optional(GoalsReply),
  ...farProperties,
});
