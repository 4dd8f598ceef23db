// What is worth a look: few facts, each with both figures, and only where the figures leave no doubt.
import { totalsOf } from "../budgets/totals.ts";
import { type BudgetRow, isExceeded } from "../budgets/with_carry.ts";
import { addMonths } from "../calendar/day.ts";
import type { Months } from "../calendar/months.ts";
import type { ReportCategory } from "../reports/queries.ts";
import type { CategoryMonth } from "../sums/differences.ts";
import type { EqualRows, RaisedBill, RecentRows } from "./queries.ts";
import { isWhole, spentByRoot } from "./spending.ts";

/** Complete months of which a mean is taken, and the fewest that make one. */
export const MEAN_MONTHS = 6;
const LEAST_MONTHS = 3;
/** Of the mean: what a category has to reach. */
const FAR_ABOVE = 1.5;
/** Of the mean spending of a month: less than that is not worth a look. */
const LEAST_PART = 0.05;
/** Of the bill before. */
const LEAST_RISE = 0.05;
const MOST_OF_A_KIND = 2;
const MOST_ODD = 4;

export interface Odd {
  kind: "budget" | "category" | "bill" | "equal";
  category_id: number | null;
  transaction_ids: number[];
  description: string;
  date: string | null;
  amount_cents: number;
  compared_cents: number;
}

interface Facts {
  months: Months;
  /** The name of this month. */
  month: string;
  recent: RecentRows;
  categories: readonly ReportCategory[];
  /** Of the `MEAN_MONTHS` before. */
  pastMonths: readonly CategoryMonth[];
  budgets: readonly BudgetRow[];
}

export function oddOf(facts: Facts): Odd[] {
  const broken = brokenBudgets(facts.budgets);
  const said = new Set(broken.map(({ category_id: id }) => id));
  const above = categoriesAbove(facts).filter(({ category_id: id }) => !said.has(id));
  const kinds = [
    broken,
    above,
    raisedBills(facts.recent.raised_bills),
    equalRows(facts.recent.equal_rows, facts.months.days(facts.month).start),
  ];
  return kinds.flatMap((all) => all.slice(0, MOST_OF_A_KIND)).slice(0, MOST_ODD);
}

const NOTHING = { category_id: null, transaction_ids: [], description: "", date: null };

function brokenBudgets(budgets: readonly BudgetRow[]): Odd[] {
  return budgets
    .filter(isExceeded)
    .map((budget) => ({
      ...NOTHING,
      kind: "budget" as const,
      category_id: budget.category_id,
      amount_cents: totalsOf(budget).total,
      compared_cents: Math.max(0, budget.availableCents),
    }))
    .sort(largestDifferenceFirst);
}

/** Already far above what a whole month of it usually is. */
function categoriesAbove({ months, month, recent, categories, pastMonths }: Facts): Odd[] {
  const whole = Array.from({ length: MEAN_MONTHS }, (_, index) => addMonths(month, -1 - index)).filter(
    (each) =>
      isWhole(months.days(each).start, recent.began_on) && pastMonths.some((past) => past.month === each && !isNothing(past)),
  );
  if (whole.length < LEAST_MONTHS) return [];
  const past = pastMonths
    .filter((each) => whole.includes(each.month))
    .map(({ category_id, paid_cents: cents }) => ({ category_id, cents, previous_cents: 0 }));
  const means = new Map([...spentByRoot(past, categories)].map(([id, { cents }]) => [id, Math.round(cents / whole.length)]));
  const meanOfAll = [...means.values()].reduce((sum, cents) => sum + cents, 0);
  return [...spentByRoot(recent.spending, categories)]
    .map(([id, { cents }]) => ({
      ...NOTHING,
      kind: "category" as const,
      category_id: id,
      amount_cents: cents,
      compared_cents: means.get(id) ?? 0,
    }))
    .filter(({ amount_cents: cents, compared_cents: mean }) => mean > 0 && cents >= FAR_ABOVE * mean)
    .filter(({ amount_cents: cents, compared_cents: mean }) => cents - mean >= LEAST_PART * meanOfAll)
    .sort(largestDifferenceFirst);
}

/** Sums stay after the last of their rows is gone. */
const isNothing = ({ paid_cents: paid, unpaid_cents: unpaid }: CategoryMonth) => paid === 0 && unpaid === 0;

function raisedBills(bills: readonly RaisedBill[]): Odd[] {
  return bills
    .map((bill) => ({
      kind: "bill" as const,
      category_id: bill.category_id,
      transaction_ids: [bill.id],
      description: bill.description,
      date: bill.date,
      amount_cents: -bill.amount_cents,
      compared_cents: -bill.previous_cents,
    }))
    .filter(({ amount_cents: cents, compared_cents: before }) => cents - before >= LEAST_RISE * before)
    .sort(largestDifferenceFirst);
}

/** What is bought twice on several days is a habit, such as two tickets. */
function equalRows(all: readonly EqualRows[], start: string): Odd[] {
  const daysOf = (name: string) => new Set(all.filter((each) => each.name === name).map(({ date }) => date)).size;
  return all
    .filter(({ date, name }) => date >= start && daysOf(name) === 1)
    .map((rows) => ({
      ...NOTHING,
      kind: "equal" as const,
      transaction_ids: rows.ids,
      description: rows.description,
      date: rows.date,
      amount_cents: -rows.amount_cents * rows.ids.length,
      compared_cents: -rows.amount_cents,
    }))
    .sort(largestDifferenceFirst);
}

function largestDifferenceFirst(one: Odd, other: Odd): number {
  return other.amount_cents - other.compared_cents - (one.amount_cents - one.compared_cents);
}
