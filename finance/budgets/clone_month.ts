// Copies the budgets of a month to another.
import { Type } from "typebox";
import { addMonths, dayIn, firstOfMonth } from "../calendar/day.ts";
import type { WriteInput } from "../endpoint.ts";
import { addProblem, judge, refuse } from "../fields/record.ts";
import { bothOrNone } from "../fields/schemas.ts";
import { reachDay } from "../ledger/far_days.ts";
import { lockSpace } from "../ledger/queries_space.ts";
import { presentBooked } from "./budget.ts";
import { readMonth, wholeMonth } from "./month.ts";
import { copyBudgets, findBudgets } from "./queries.ts";

const Year = (description: string) => Type.Optional(Type.Integer({ minimum: 1900, maximum: 2199, description }));
const Month = Type.Optional(Type.Integer({ minimum: 1, maximum: 12 }));

export const CloneBody = Type.Object(
  {
    year: Year("Of the month to fill; this month unless told"),
    month: Month,
    from_year: Year("Of the month to copy; the one before unless told"),
    from_month: Month,
  },
  { allOf: [bothOrNone("year", "month"), bothOrNone("from_year", "from_month")] },
);

/** What is refused is shown under these names. */
const NOTHING_SAID = { year: null, month: null, from_year: null, from_month: null };

/** Answers all budgets that the month has then. */
export function cloneMonth({ record, ledger, act }: Pick<WriteInput<unknown>, "record" | "ledger" | "act">): Promise<object> {
  const { spaceId, timeZone } = act.caller;
  const month = readMonth(record, "year", "month") ?? firstOfMonth(dayIn(timeZone, act.now));
  const source = readMonth(record, "from_year", "from_month") ?? addMonths(month, -1);
  judge(record, NOTHING_SAID);
  if (source === month) addProblem(record, "from_month", { kind: "same", values: { other: "month" } });
  judge(record, NOTHING_SAID);
  return ledger.transaction(async (tx) => {
    const space = await lockSpace(tx, spaceId);
    if (!(await reachDay(tx, space, month, act.now))) refuse(record, NOTHING_SAID, "month", { kind: "sumTooLarge" });
    const [, budgets] = await Promise.all([copyBudgets(tx, act, source, month), findBudgets(tx, spaceId, wholeMonth(month))]);
    return Promise.all(budgets.map((budget) => presentBooked(tx, spaceId, budget)));
  });
}
