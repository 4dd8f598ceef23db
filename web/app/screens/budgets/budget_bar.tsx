// A budget in a line: what is spent, what is predicted, the limit, and how far the month has gone. Words say what the bar shows.
import { currentDay } from "../../clock.ts";
import { spoken } from "../../ledger/amount_text.ts";
import { standingOf } from "../../rules/budgets.ts";
import { seenColour } from "../../rules/colour.ts";
import type { Budget, Category } from "../../rules/records.ts";
import { budgetWords } from "./words.ts";

export function BudgetBar({ budget, category }: { budget: Budget; category: Category | undefined }) {
  const standing = standingOf(budget, currentDay());
  const { done, predicted, limit, gone, isBroken } = standing;
  return (
    <div class={isBroken && budget.activity_type === 0 ? "budget broken" : "budget"}>
      <p class="budget-head">
        <span class="budget-name">
          <i class="dot" style={{ background: seenColour(category?.color ?? "") }} aria-hidden="true" />
          <strong>{category?.name ?? "…"}</strong>
        </span>
        <span class="money">{budgetWords.of(spoken(budget.total), spoken(budget.amount_cents))}</span>
      </p>
      <svg class="bullet" width="100%" height="18" aria-hidden="true">
        <rect class="ground" y="3" width="100%" height="12" rx="4" />
        <rect class="expected" y="3" width={`${predicted}%`} height="12" rx="4" />
        <rect class="done" y="3" width={`${done}%`} height="12" rx="4" />
        {limit < 100 && <rect class="limit-mark" x={`${limit}%`} width="4" height="18" />}
        {gone !== undefined && <rect class="gone" x={`${Math.min(gone, 99.5)}%`} width="2" height="18" />}
      </svg>
      <p class="hint budget-foot">
        <span>{word(budget, standing)}</span>
        {budget.predicted_total !== budget.total && <span>{budgetWords.predicted(spoken(budget.predicted_total))}</span>}
      </p>
    </div>
  );
}

function word(
  { activity_type: type, total, amount_cents: amount }: Budget,
  { leftCents }: ReturnType<typeof standingOf>,
): string {
  if (type === 1) return leftCents >= 0 ? budgetWords.reached : budgetWords.missing(spoken(-leftCents));
  if (leftCents >= 0) return budgetWords.left(spoken(leftCents));
  return total > amount ? budgetWords.over(spoken(-leftCents)) : budgetWords.willBeOver(spoken(-leftCents));
}
