// Where money went this month up to today, by category, beside the same days of the month before.
import { addDays, addMonths } from "../calendar/day.ts";
import { type Months, sameDayOf } from "../calendar/months.ts";
import type { ReportCategory } from "../reports/queries.ts";
import type { CategorySpending, Compared, RecentRows } from "./queries.ts";

/** The smaller ones are summed up. */
export const MOST_CATEGORIES = 8;
/** Whoever began later than so many days into the month before has nothing to compare with. */
const FIRST_WEEK = 6;

/** The same day of the month before, or its last. */
export function comparedDays(months: Months, month: string, today: string): Compared {
  const previous = addMonths(month, -1);
  const previousEnd = sameDayOf(months, today, previous);
  return { start: months.days(month).start, today, previousStart: months.days(previous).start, previousEnd };
}

/** Whether a month is known from its beginning, which is that day. */
export function isWhole(start: string, beganOn: string | null): boolean {
  return beganOn !== null && beganOn <= addDays(start, FIRST_WEEK);
}

interface Spent {
  cents: number;
  previousCents: number;
}

export function spendingOf(recent: RecentRows, categories: readonly ReportCategory[], days: Compared) {
  const spent = [...spentByRoot(recent.spending, categories)]
    .filter(([, { cents, previousCents }]) => cents !== 0 || previousCents !== 0)
    .sort(([id, one], [otherId, other]) => other.cents - one.cents || other.previousCents - one.previousCents || id - otherId);
  const isCompared = isWhole(days.previousStart, recent.began_on);
  const amounts = ({ cents, previousCents }: Spent) => ({
    spent_cents: cents,
    previous_spent_cents: isCompared ? previousCents : null,
  });
  // A single one more takes no more room than the line that would stand for it.
  const count = spent.length === MOST_CATEGORIES + 1 ? spent.length : MOST_CATEGORIES;
  const others = spent.slice(count);
  return {
    until: days.today,
    previous_until: days.previousEnd,
    ...amounts(sumOf(spent.map(([, each]) => each))),
    categories: spent.slice(0, count).map(([id, each]) => ({ category_id: id, ...amounts(each) })),
    others_count: others.length,
    others: amounts(sumOf(others.map(([, each]) => each))),
  };
}

/** Of expenses, with what is below each category; refunds lower it. */
export function spentByRoot(spending: readonly CategorySpending[], categories: readonly ReportCategory[]): Map<number, Spent> {
  const byId = new Map(categories.map((each) => [each.id, each]));
  const spent = new Map<number, Spent>();
  for (const { category_id: id, cents, previous_cents: previous } of spending) {
    const category = byId.get(id);
    if (category?.kind !== "expenses") continue;
    const root = category.parent_id ?? id;
    spent.set(root, sumOf([spent.get(root) ?? NOTHING, { cents: -cents, previousCents: -previous }]));
  }
  return spent;
}

const NOTHING: Spent = { cents: 0, previousCents: 0 };

function sumOf(all: readonly Spent[]): Spent {
  return all.reduce(
    (sum, { cents, previousCents }) => ({ cents: sum.cents + cents, previousCents: sum.previousCents + previousCents }),
    NOTHING,
  );
}
