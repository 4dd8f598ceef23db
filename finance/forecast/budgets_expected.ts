// What is left of limits will be spent: evenly, on the days of their months that are still to come.
import { EXPENSE_LIMIT } from "../budgets/totals.ts";
import { type BudgetRow, type BudgetSums, withCarry } from "../budgets/with_carry.ts";
import { addDays } from "../calendar/day.ts";
import type { Months } from "../calendar/months.ts";
import { split } from "../money/cents.ts";
import type { Expected } from "./project.ts";

interface Category {
  id: number;
  name: string;
  parent_id: number | null;
}

/** After `today` up to `end`. `budgets`: with those of the months before that may pass something on. */
export function budgetsExpected(
  budgets: readonly BudgetSums[],
  categories: readonly Category[],
  { months: ofSpace, today, end }: { months: Months; today: string; end: string },
): Expected[] {
  const categoriesById = new Map(categories.map((each) => [each.id, each]));
  const months = Map.groupBy(
    withSpentRests(budgets, ofSpace.of(today), end).filter(({ activity_type: type }) => type === EXPENSE_LIMIT),
    ({ date }) => date,
  );
  return [...months].flatMap(([month, limits]) =>
    leftOf(limits, categoriesById).flatMap(({ categoryId, cents }) => {
      const { start, end: last } = ofSpace.days(month);
      const days = daysFrom(start > today ? start : addDays(today, 1), last);
      if (days.length === 0) return [];
      return split(-cents, days.length)
        .map((part, index) => spending(categoriesById.get(categoryId)?.name ?? "", days[index] as string, part))
        .filter(({ amount_cents: part, date }) => part !== 0 && date <= end);
    }),
  );
}

/** From this month on what is left is expected to be spent, so only what is missing goes on to the next month. */
function withSpentRests(budgets: readonly BudgetSums[], month: string, end: string): BudgetRow[] {
  const spent = budgets.map((budget) => (budget.date < month ? budget : { ...budget, carry_cap_cents: 0 }));
  return withCarry(spent, { start: month, end });
}

/** What is left below a category that has a limit of its own is left above it too, and is spent once. */
function leftOf(
  limits: readonly BudgetRow[],
  categoriesById: ReadonlyMap<number, Category>,
): { categoryId: number; cents: number }[] {
  const own = new Map(limits.map((limit) => [limit.category_id, Math.max(0, limit.leftCents)]));
  return [...own].map(([categoryId, cents]) => {
    const below = [...own].filter(([id]) => categoriesById.get(id)?.parent_id === categoryId);
    return { categoryId, cents: Math.max(0, cents - below.reduce((sum, [, left]) => sum + left, 0)) };
  });
}

function daysFrom(first: string, last: string): string[] {
  const days: string[] = [];
  for (let day = first; day <= last; day = addDays(day, 1)) days.push(day);
  return days;
}

function spending(description: string, date: string, cents: number): Expected {
  const nowhere = { account_id: null, transaction_id: null, credit_card_id: null, credit_card_invoice_id: null };
  return { kind: "budget", date, amount_cents: cents, paid: false, description, ...nowhere };
}
