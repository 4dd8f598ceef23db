// Copies the budgets of a month to another, or those of several months.
import { Type } from "typebox";
import { addMonths, dayIn, firstOfMonth, LAST_DAY, lastOfMonth } from "../calendar/day.ts";
import { writeFar } from "../extension/far_days.ts";
import { readFlag, readInteger } from "../fields/readers.ts";
import { refuse, type Submitted, throwIfInvalid } from "../fields/record.ts";
import { bothOrNone } from "../fields/schemas.ts";
import { readAll, type WithProblems } from "../fields/with_problems.ts";
import type { WriteInput } from "../post/write_endpoint.ts";
import type { StoredBudget } from "../tables/tables.ts";
import { presentAfter } from "./after_write.ts";
import { readMonth } from "./month.ts";
import { listBudgetSums, listStoredBudgets } from "./queries.ts";
import { slotOf } from "./with_carry.ts";

const Year = (description: string) => Type.Optional(Type.Integer({ minimum: 1900, maximum: 2199, description }));
const Month = Type.Optional(Type.Integer({ minimum: 1, maximum: 12 }));
const MOST_MONTHS = 24;
const Months = (description: string) => Type.Optional(Type.Integer({ minimum: 1, maximum: MOST_MONTHS, description }));

export const CloneBody = Type.Object(
  {
    year: Year("Of the month to fill; this month unless given"),
    month: Month,
    from_year: Year("Of the month to copy; the one before unless given"),
    from_month: Month,
    months: Months("So many months from that one on are filled; as many as are copied unless given"),
    from_months: Months(
      "So many months are copied, one after the other, again and again: with 12 and months of 12 a whole year; 1 unless given",
    ),
    replace: Type.Optional(Type.Boolean({ description: "Budgets that a month has already get what is copied; else they stay" })),
  },
  { allOf: [bothOrNone("year", "month"), bothOrNone("from_year", "from_month")] },
);

/** What is refused is shown under these names. */
const NOTHING_SAID = { year: null, month: null, from_year: null, from_month: null };

/** Answers all budgets that the months have then. */
export function cloneMonth({
  record,
  write,
  act,
  db,
}: Pick<WriteInput<unknown>, "record" | "write" | "act" | "db">): Promise<object> {
  const { spaceId, timeZone } = act.caller;
  const { value: copies, problems } = readCopies(record, dayIn(timeZone, act.now));
  throwIfInvalid(record, NOTHING_SAID, problems);
  const { targets, sources, replace } = copies;
  if (targets.some((target, index) => target === sources[index]))
    refuse(record, NOTHING_SAID, "from_month", { kind: "same", values: { other: "month" } });
  const period = { start: targets[0]!, end: lastOfMonth(targets.at(-1)!) };
  if (period.end > LAST_DAY) refuse(record, NOTHING_SAID, "months", { kind: "invalid" });
  return writeFar({ db, spaceId, now: act.now }, (reaches) =>
    write(async (read) => {
      const [space, copied, stored] = await Promise.all([
        read.space,
        listStoredBudgets(read, spaceId, { start: sources[0]!, end: lastOfMonth(sources.toSorted().at(-1)!) }),
        listBudgetSums(read, spaceId, period),
      ]);
      if (!reaches(space, targets.at(-1)!)) refuse(record, NOTHING_SAID, "month", { kind: "sumTooLarge" });
      const { created, before, changed } = planCopies(copied, stored, copies);
      const ids = await read.ids("budgets", created.length);
      const added = created.map((budget, index) => ({ ...budget, id: ids[index] as number }));
      const written = [...added, ...(replace ? changed : [])];
      const answer = await presentAfter(read, spaceId, period, { stored, written, removed: [] });
      return { before: { budgets: replace ? before : [] }, after: { budgets: written }, answer };
    }),
  );
}

interface Copies {
  targets: readonly string[];
  /** The month of which each target gets the budgets. */
  sources: readonly string[];
  replace: boolean;
}

function readCopies(record: Submitted, today: string): WithProblems<Copies> {
  const { value, problems } = readAll({
    month: readMonth(record, "year", "month"),
    source: readMonth(record, "from_year", "from_month"),
    months: readInteger(record, "months", { least: 1, most: MOST_MONTHS }),
    fromMonths: readInteger(record, "from_months", { least: 1, most: MOST_MONTHS }),
    replace: readFlag(record, "replace"),
  });
  const month = value.month ?? firstOfMonth(today);
  const source = value.source ?? addMonths(month, -1);
  const { fromMonths = 1, months = fromMonths, replace = false } = value;
  const indexes = Array.from({ length: months }, (_, index) => index);
  const targets = indexes.map((index) => addMonths(month, index));
  const sources = indexes.map((index) => addMonths(source, index % fromMonths));
  return { value: { targets, sources, replace }, problems };
}

/** Budgets to create, and those that the months have already, as they are and as they would be. */
function planCopies(copied: readonly StoredBudget[], stored: readonly StoredBudget[], { targets, sources }: Copies) {
  const present = new Map(stored.map((budget) => [`${budget.date} ${slotOf(budget)}`, budget]));
  const copies = targets.flatMap((date, index) =>
    copied.filter((budget) => budget.date === sources[index]).map((budget) => ({ ...budget, date })),
  );
  const pairs = copies.map((copy) => ({ copy, before: present.get(`${copy.date} ${slotOf(copy)}`) }));
  const replaced = pairs.filter(({ before }) => before !== undefined);
  return {
    created: pairs.filter(({ before }) => before === undefined).map(({ copy }) => copy),
    before: replaced.map(({ before }) => before as StoredBudget),
    changed: replaced.map(({ copy, before }) => ({ ...copy, id: (before as StoredBudget).id })),
  };
}
