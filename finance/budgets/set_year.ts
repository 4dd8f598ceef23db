// Sets the budgets of a year at once: one request, one post, one undo.
import { Type } from "typebox";
import { listCategories } from "../categories/queries.ts";
import { writeFar } from "../extension/far_days.ts";
import { refuse, throwIfInvalid } from "../fields/record.ts";
import { RecordId } from "../fields/schemas.ts";
import { NO_PROBLEMS, type Problems, problemIf } from "../fields/with_problems.ts";
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
      description:
        "Null deletes the budget. Absent: the amount stays, and of all months only those are changed that have a budget",
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

/** Exported for its test. A month is set once; what is wrong is answered under the index of its line. */
export function planYear(
  lines: readonly YearLine[],
  year: number,
  categories: readonly CategoryFacts[],
  stored: readonly StoredBudget[],
): YearPlan {
  const kinds = new Map(categories.map(({ id, kind }) => [id, kind]));
  const present = new Map(stored.map((budget) => [`${budget.date} ${slotOf(budget)}`, budget]));
  const set = new Set<string>();
  const plan: YearPlan = { created: [], changed: [], removed: [], problems: NO_PROBLEMS };
  for (const [index, line] of lines.entries()) {
    const kind = kinds.get(line.category_id);
    const type = line.activity_type ?? (kind === "earnings" ? INCOME_GOAL : EXPENSE_LIMIT);
    const settings = settingsOf(line.settings, absentValues(budgets), type);
    const field = (name: string) => `budgets.${index}.${name}`;
    const months = line.month === undefined ? Array.from({ length: 12 }, (_, month) => month + 1) : [line.month];
    const slots = months.map((month) => ({ category_id: line.category_id, activity_type: type, date: firstOf(year, month) }));
    const names = slots.map((slot) => `${slot.date} ${slotOf(slot)}`);
    plan.problems = [
      ...plan.problems,
      ...problemIf(kind === undefined, field("category_id"), { kind: "unknown" }),
      ...problemIf(kind === "none", field("category_id"), { kind: "invalid" }),
      ...problemIf(
        names.some((name) => set.has(name)),
        field("category_id"),
        { kind: "taken" },
      ),
      ...problemIf(
        line.month !== undefined && line.amount_cents === undefined && !present.has(names[0]!),
        field("amount_cents"),
        { kind: "required" },
      ),
      ...settings.problems.map(([name, problem]) => [field(name), problem] as const),
    ];
    for (const [position, slot] of slots.entries()) {
      const before = present.get(names[position]!);
      set.add(names[position]!);
      if (line.amount_cents === null) {
        if (before) plan.removed.push(before);
      } else if (before) {
        const kept = settingsOf(line.settings, before, type).value;
        plan.changed.push({
          before,
          after: { ...stripped(before), ...kept, amount_cents: line.amount_cents ?? before.amount_cents },
        });
      } else if (line.amount_cents !== undefined)
        plan.created.push({ ...slot, amount_cents: line.amount_cents, ...settings.value });
    }
  }
  return plan;
}

/** Without the sums that it was read with. */
function stripped({
  id,
  category_id,
  date,
  activity_type,
  amount_cents,
  carry,
  carry_cap_cents,
  refill,
}: StoredBudget): StoredBudget {
  return { id, category_id, date, activity_type, amount_cents, carry, carry_cap_cents, refill };
}
