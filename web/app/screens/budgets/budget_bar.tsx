// A budget as a bar: spent, predicted, limit and elapsed month. A text says the same.
import { currentDay } from "../../clock.ts";
import type { Store } from "../../data/store.ts";
import { useStore } from "../../data/use_store.ts";
import { bareText } from "../../ledger/bare_text.ts";
import { CategoryMark } from "../../ledger/category_mark.tsx";
import { monthRule } from "../../months.ts";
import { availableCents, isExceeded, progressOf } from "../../rules/budgets.ts";
import { visibleColour } from "../../rules/colour.ts";
import type { Budget, Category } from "../../rules/records.ts";
import { budgetWords } from "./words.ts";

export function BudgetBar({ budget, category }: { budget: Budget; category: Category | undefined }) {
  const store = useStore();
  const progress = progressOf(budget, currentDay(), monthRule());
  const { spent, predicted, limit, elapsed } = progress;
  const { carried_cents: carried = 0 } = budget;
  return (
    <div class={isExceeded(budget) ? "budget broken" : "budget"} style={{ "--colour": visibleColour(category?.color ?? "") }}>
      <CategoryMark category={category} />
      <p class="budget-head">
        <strong>{category?.name ?? "…"}</strong>
        <span class="money">{word(store, budget, progress)}</span>
      </p>
      <svg class="bullet" width="100%" height="14" aria-hidden="true">
        <rect class="ground" y="4" width="100%" height="6" rx="3" />
        <rect class="expected" y="4" width={`${predicted}%`} height="6" rx="3" />
        <rect class="done" y="4" width={`${spent}%`} height="6" rx="3" />
        {limit < 100 && <rect class="limit-mark" x={`${limit}%`} width="4" height="14" />}
        {elapsed !== undefined && <rect class="gone" x={`${Math.min(elapsed, 99.5)}%`} width="2" height="14" />}
      </svg>
      <p class="hint budget-foot">
        <span class="money used">{budgetWords.of(bareText(store, budget.total), bareText(store, availableCents(budget)))}</span>
        {carried !== 0 && <span>{budgetWords.carried(bareText(store, Math.abs(carried)), carried < 0)}</span>}
        {budget.predicted_total !== budget.total && <span>{budgetWords.predicted(bareText(store, budget.predicted_total))}</span>}
      </p>
    </div>
  );
}

function word(store: Store, budget: Budget, { leftCents }: ReturnType<typeof progressOf>): string {
  if (budget.activity_type === 1) return leftCents >= 0 ? budgetWords.reached : budgetWords.missing(bareText(store, -leftCents));
  if (leftCents >= 0) return budgetWords.left(bareText(store, leftCents));
  return isExceeded(budget) ? budgetWords.over(bareText(store, -leftCents)) : budgetWords.willBeOver(bareText(store, -leftCents));
}
