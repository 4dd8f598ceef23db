// Copies the budgets of a month to another.
import { Type } from "typebox";
import { addMonths, dayIn, firstOfMonth } from "../calendar/day.ts";
import { writeFar } from "../extension/far_days.ts";
import { refuse, throwIfInvalid } from "../fields/record.ts";
import { bothOrNone } from "../fields/schemas.ts";
import { readAll } from "../fields/with_problems.ts";
import type { WriteInput } from "../post/write_endpoint.ts";
import { type BudgetRow, presentBooked } from "./budget.ts";
import { readMonth, wholeMonth } from "./month.ts";
import { findBudgets, findTreeSums, listStoredBudgets, type MonthSums } from "./queries.ts";

const Year = (description: string) => Type.Optional(Type.Integer({ minimum: 1900, maximum: 2199, description }));
const Month = Type.Optional(Type.Integer({ minimum: 1, maximum: 12 }));

export const CloneBody = Type.Object(
  {
    year: Year("Of the month to fill; this month unless given"),
    month: Month,
    from_year: Year("Of the month to copy; the one before unless given"),
    from_month: Month,
  },
  { allOf: [bothOrNone("year", "month"), bothOrNone("from_year", "from_month")] },
);

/** What is refused is shown under these names. */
const NOTHING_SAID = { year: null, month: null, from_year: null, from_month: null };

/** Answers all budgets that the month has then. What it has already stays as it is. */
export function cloneMonth({
  record,
  write,
  act,
  db,
}: Pick<WriteInput<unknown>, "record" | "write" | "act" | "db">): Promise<object> {
  const { spaceId, timeZone } = act.caller;
  const today = dayIn(timeZone, act.now);
  const { value, problems } = readAll({
    month: readMonth(record, "year", "month"),
    source: readMonth(record, "from_year", "from_month"),
  });
  throwIfInvalid(record, NOTHING_SAID, problems);
  const month = value.month ?? firstOfMonth(today);
  const source = value.source ?? addMonths(month, -1);
  if (source === month) refuse(record, NOTHING_SAID, "from_month", { kind: "same", values: { other: "month" } });
  return writeFar({ db, spaceId, now: act.now }, (reaches) =>
    write(async (read) => {
      const [space, copied, present] = await Promise.all([
        read.space,
        listStoredBudgets(read, spaceId, source),
        findBudgets(read, spaceId, wholeMonth(month)),
      ]);
      if (!reaches(space, month)) refuse(record, NOTHING_SAID, "month", { kind: "sumTooLarge" });
      const usedSlots = new Set(present.map(slotOf));
      const missing = copied.filter((budget) => !usedSlots.has(slotOf(budget)));
      const ids = await read.ids("budgets", missing.length);
      const created = missing.map((budget, index) => ({ ...budget, id: ids[index] as number, date: month }));
      const sums = await Promise.all(created.map((budget) => findTreeSums(read, spaceId, budget.category_id, month)));
      const views = created.map((budget, index) => ({
        ...budget,
        ...(sums[index] as MonthSums),
        sums_reach: space.extended_through,
      }));
      const all = [...present, ...views].sort(bySlot);
      const answer = await Promise.all(all.map((budget) => presentBooked(read, spaceId, budget)));
      return { before: {}, after: { budgets: created }, answer };
    }),
  );
}

type BudgetSlot = Pick<BudgetRow, "category_id" | "activity_type">;
const slotOf = ({ category_id: categoryId, activity_type: type }: BudgetSlot) => `${categoryId} ${type}`;
const bySlot = (one: BudgetSlot, other: BudgetSlot) =>
  one.category_id - other.category_id || one.activity_type - other.activity_type;
