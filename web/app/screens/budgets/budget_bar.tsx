// A budget as a bar: spent, predicted, limit and elapsed month. A text says the same.
import { currentDay } from "../../clock.ts";
import type { Store } from "../../data/store.ts";
import { useStore } from "../../data/use_store.ts";
import { amountText } from "../../ledger/amount_text.ts";
import { CategoryMark } from "../../ledger/category_mark.tsx";
import { progressOf } from "../../rules/budgets.ts";
import type { Budget, Category } from "../../rules/records.ts";
import { budgetWords } from "./words.ts";

export function BudgetBar({ budget, category }: { budget: Budget; category: Category | undefined }) {
  const store = useStore();
  const progress = progressOf(budget, currentDay());
  const { spent, predicted, limit, elapsed, isBroken } = progress;
  return (
    <div class={isBroken && budget.activity_type === 0 ? "budget broken" : "budget"}>
      <p class="budget-head">
        <span class="budget-name">
          <CategoryMark category={category} />
          <strong>{category?.name ?? "…"}</strong>
        </span>
        <span class="money">{budgetWords.of(amountText(store, budget.total), amountText(store, budget.amount_cents))}</span>
      </p>
      <svg class="bullet" width="100%" height="18" aria-hidden="true">
        <rect class="ground" y="3" width="100%" height="12" rx="4" />
        <rect class="expected" y="3" width={`${predicted}%`} height="12" rx="4" />
        <rect class="done" y="3" width={`${spent}%`} height="12" rx="4" />
        {limit < 100 && <rect class="limit-mark" x={`${limit}%`} width="4" height="18" />}
        {elapsed !== undefined && <rect class="gone" x={`${Math.min(elapsed, 99.5)}%`} width="2" height="18" />}
      </svg>
      <p class="hint budget-foot">
        <span>{word(store, budget, progress)}</span>
        {budget.predicted_total !== budget.total && (
          <span>{budgetWords.predicted(amountText(store, budget.predicted_total))}</span>
        )}
      </p>
    </div>
  );
}

function word(
  store: Store,
  { activity_type: type, total, amount_cents: amount }: Budget,
  { leftCents }: ReturnType<typeof progressOf>,
): string {
  if (type === 1) return leftCents >= 0 ? budgetWords.reached : budgetWords.missing(amountText(store, -leftCents));
  if (leftCents >= 0) return budgetWords.left(amountText(store, leftCents));
  return total > amount ? budgetWords.over(amountText(store, -leftCents)) : budgetWords.willBeOver(amountText(store, -leftCents));
}
