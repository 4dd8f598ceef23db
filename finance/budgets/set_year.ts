// Sets the budgets of a year at once: one request, one post, one undo.
import { Type } from "typebox";
import { listCategories } from "../categories/queries.ts";
import { writeFar } from "../extension/far_days.ts";
import { refuse, throwIfInvalid } from "../fields/record.ts";
import { RecordId } from "../fields/schemas.ts";
import { joinProblems, NO_PROBLEMS, type Problems, problemIf, problemsInside } from "../fields/with_problems.ts";
import { MOST_CENTS } from "../money/cents.ts";
import type { WriteInput } from "../post/write_endpoint.ts";
import { budgets } from "../tables/budgets.ts";
import { absentValues } from "../tables/table.ts";
import type { StoredBudget, StoredCategory } from "../tables/tables.ts";
import { presentAfter } from "./after_write.ts";
import { carryFields, settingsOf } from "./budget_fields.ts";
import { firstOf, wholeYear } from "./month.ts";
import { listBudgetSums } from "./queries.ts";
import { EXPENSE_LIMIT, INCOME_GOAL } from "./totals.ts";
import { slotOf } from "./with_carry.ts";
import { MOST_LINES, readYear, type YearLine } from "./year_lines.ts";

const Line = Type.Object({
  category_id: RecordId(),
  month: Type.Optional(Type.Integer({ minimum: 1, maximum: 12, description: "All months of the year unless given" })),
  activity_type: Type.Optional(
    Type.Integer({ minimum: EXPENSE_LIMIT, maximum: INCOME_GOAL, description: "0 or 1; as the category's kind is unless given" }),
  ),
  amount_cents: Type.Optional(
    Type.Union([Type.Integer({ minimum: 0, maximum: MOST_CENTS }), Type.Null()], {
      description: "Null deletes the budget. Absent: the amount stays, and only months that have a budget are changed",
    }),
  ),
  ...carryFields.schemas,
});

export const YearBody = Type.Object({
  year: Type.Integer({ minimum: 1900, maximum: 2199 }),
  budgets: Type.Array(Line, { minItems: 1, maxItems: MOST_LINES }),
});

/** What is refused is shown under these names. */
const NOTHING_SAID = { year: null, budgets: null };

/** Answers all budgets that the year has then. */
export function setYear({
  record,
  write,
  act,
  db,
}: Pick<WriteInput<unknown>, "record" | "write" | "act" | "db">): Promise<object> {
  const { spaceId } = act.caller;
  const { value, problems } = readYear(record);
  throwIfInvalid(record, NOTHING_SAID, problems);
  const year = value.year as number;
  const period = wholeYear(year);
  return writeFar({ db, spaceId, now: act.now }, (reaches) =>
    write(async (read) => {
      const [space, categories, stored] = await Promise.all([
        read.space,
        listCategories(read, spaceId),
        listBudgetSums(read, spaceId, period),
      ]);
      if (!reaches(space, period.end)) refuse(record, NOTHING_SAID, "year", { kind: "sumTooLarge" });
      const plan = planYear(value.lines, year, categories, stored);
      throwIfInvalid(record, NOTHING_SAID, plan.problems);
      const ids = await read.ids("budgets", plan.created.length);
      const created = plan.created.map((budget, index) => ({ ...budget, id: ids[index] as number }));
      const written = [...created, ...plan.changed.map(({ after }) => after)];
      const before = [...plan.changed.map(({ before: each }) => each), ...plan.removed];
      const answer = await presentAfter(read, spaceId, period, { stored, written, removed: plan.removed });
      return { before: { budgets: before }, after: { budgets: written }, answer };
    }),
  );
}

interface YearPlan {
  created: Omit<StoredBudget, "id">[];
  changed: { before: StoredBudget; after: StoredBudget }[];
  removed: StoredBudget[];
  problems: Problems;
}

type CategoryFacts = Pick<StoredCategory, "id" | "kind">;

/** A month is set once. What is wrong is answered under the index of its line. */
function planYear(
  lines: readonly YearLine[],
  year: number,
  categories: readonly CategoryFacts[],
  stored: readonly StoredBudget[],
): YearPlan {
  const kinds = new Map(categories.map(({ id, kind }) => [id, kind]));
  const present = new Map(stored.map((budget) => [nameOf(budget), budget]));
  const names = new Set<string>();
  const plan: YearPlan = { created: [], changed: [], removed: [], problems: NO_PROBLEMS };
  for (const [index, line] of lines.entries()) {
    const kind = kinds.get(line.category_id);
    const type = line.activity_type ?? (kind === "earnings" ? INCOME_GOAL : EXPENSE_LIMIT);
    const slots = monthsOf(line, year).map((date) => ({ category_id: line.category_id, activity_type: type, date }));
    const problems = joinProblems(
      problemIf(kind === undefined, "category_id", { kind: "unknown" }),
      problemIf(kind === "none", "category_id", { kind: "invalid" }),
      problemIf(
        slots.some((slot) => names.has(nameOf(slot))),
        "category_id",
        { kind: "taken" },
      ),
      settingsOf(line.settings, absentValues(budgets), type).problems,
    );
    plan.problems = joinProblems(plan.problems, problemsInside(`budgets.${index}`, problems));
    for (const slot of slots) {
      names.add(nameOf(slot));
      planSlot(plan, line, slot, present.get(nameOf(slot)));
    }
  }
  return plan;
}

type YearSlot = Pick<StoredBudget, "category_id" | "activity_type" | "date">;

const nameOf = (slot: YearSlot) => `${slot.date} ${slotOf(slot)}`;

function monthsOf({ month }: YearLine, year: number): string[] {
  const months = month === undefined ? Array.from({ length: 12 }, (_, index) => index + 1) : [month];
  return months.map((each) => firstOf(year, each));
}

function planSlot(
  plan: YearPlan,
  { amount_cents: cents, settings }: YearLine,
  slot: YearSlot,
  before: StoredBudget | undefined,
): void {
  const { value } = settingsOf(settings, before ?? absentValues(budgets), slot.activity_type);
  if (cents === null) plan.removed.push(...(before ? [before] : []));
  else if (before) {
    const { id, amount_cents: amount } = before;
    plan.changed.push({ before, after: { id, ...slot, amount_cents: cents ?? amount, ...value } });
  } else if (cents !== undefined) plan.created.push({ ...slot, amount_cents: cents, ...value });
}
