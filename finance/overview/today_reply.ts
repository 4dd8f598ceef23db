// What only the overview of the current month has, as the API shows it.
import { Type } from "typebox";
import { DayBalance, ExpectedReply } from "../forecast/forecast_reply.ts";
import { TransactionReply } from "../rows/row.ts";
import { MOST_NEXT } from "./free.ts";
import { MEAN_MONTHS } from "./odd.ts";
import { MOST_CATEGORIES } from "./spending.ts";

const Day = DayBalance.properties.date;
const Cents = (description: string) => Type.Integer({ description });
const orNull = (description: string) => Type.Unsafe<number | null>({ type: ["integer", "null"], description });

const FreeReply = Type.Object(
  {
    until: Type.String({ format: "date", description: "The day before the next income; without one, the last of the month" }),
    days: Type.Integer({ description: "From today to that day, with both" }),
    income: Type.Union(
      [
        Type.Object({ date: Day, description: Type.String(), amount_cents: Type.Integer(), transaction_id: orNull("") }),
        Type.Null(),
      ],
      {
        description:
          "The largest row of the next day of income within the forecast; a day with less than a tenth of the largest such day is passed over",
      },
    ),
    free_cents: Cents("balance_cents less reserved_cents and committed_cents; negative where that does not suffice"),
    reserved_cents: Cents("What goals have reserved"),
    free_per_day_cents: Cents("Of each day, never negative"),
    committed_cents: Cents("What goes out until then, as GET /forecast has it: unpaid rows, invoices, and what is overdue"),
    uncounted_income_cents: Cents("What is expected to come in until then. It is not counted before it is there"),
    committed: Type.Array(
      Type.Object({
        kind: Type.String({ enum: ["overdue", "credit_card", "rows"] }),
        credit_card_id: orNull("Of a card"),
        description: Type.String({ description: "The name of the card" }),
        amount_cents: Type.Integer(),
      }),
      { description: "What committed_cents is made of, the largest first" },
    ),
    next: Type.Array(ExpectedReply, { description: `The first ${MOST_NEXT} of what is committed from today on` }),
    more_count: Cents("How many more there are until then"),
    more_cents: Cents("Their sum"),
  },
  { description: "What is free until the next income" },
);

const spent = {
  spent_cents: Cents("What is paid, and purchases on cards, by date; less refunds"),
  previous_spent_cents: orNull("The same of the month before, up to the same day. Null where the space began later"),
};

const SpendingReply = Type.Object(
  {
    until: Type.String({ format: "date", description: "Today" }),
    previous_until: Type.String({ format: "date", description: "The same day of the month before, or its last" }),
    ...spent,
    categories: Type.Array(Type.Object({ category_id: Type.Integer(), ...spent }), {
      description: `The largest ${MOST_CATEGORIES}, each with those below it`,
    }),
    others_count: Cents("How many categories are not listed"),
    others: Type.Object(spent),
  },
  { description: "Expenses of the month up to today, by category" },
);

const OddReply = Type.Object({
  kind: Type.String({
    enum: ["budget", "category", "bill", "equal"],
    description:
      `budget: more was spent than its limit. category: more than one and a half times the mean of the complete months before, of up to ${MEAN_MONTHS}. ` +
      "bill: a fixed expense that rose by a twentieth or more. equal: rows of one day with the same description, amount and place",
  }),
  category_id: orNull("Whose rows these are"),
  transaction_ids: Type.Array(Type.Integer(), { description: "The rows, where they are few" }),
  description: Type.String(),
  date: Type.Unsafe<string | null>({ type: ["string", "null"], format: "date" }),
  amount_cents: Cents("What it is now"),
  compared_cents: Cents("The limit, the mean, the bill before, or the amount of one of the rows"),
});

export const todayProperties = {
  free: Type.Optional(FreeReply),
  spending: Type.Optional(SpendingReply),
  odd: Type.Optional(Type.Array(OddReply, { description: "What is worth a look, in the current month" })),
  latest: Type.Optional(Type.Array(TransactionReply, { description: "The newest rows up to today" })),
};
