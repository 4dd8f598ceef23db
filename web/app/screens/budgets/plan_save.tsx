// What was typed into a table of budgets: how much it is, what it changes, and one write that saves it.
import { useSignal } from "@preact/signals";
import { write } from "../../data/api.ts";
import { useStore } from "../../data/use_store.ts";
import { language } from "../../language.ts";
import { amountText } from "../../ledger/amount_text.ts";
import { carriesOf, changesOfPlan, isBroken, linesOfPlan, type PlanChange, slotKey } from "../../rules/budget_plan.ts";
import { monthName } from "../../rules/day_names.ts";
import type { Budget, Category } from "../../rules/records.ts";
import { FormDialog } from "../../ui/dialog.tsx";
import { useSending } from "../../ui/use_sending.ts";
import { discard, type Plan } from "./plan_state.ts";
import { planWords } from "./plan_words.ts";

interface PlanSaveProps {
  plan: Plan;
  year: number;
  categories: readonly Category[];
}

export function PlanSave({ plan, year, categories }: PlanSaveProps) {
  const reviews = useSignal(false);
  const changes = changesOfPlan(plan.edits.value, plan.budgets);
  const broken = isBroken(plan.edits.value);
  if (changes.length === 0 && !broken) return null;
  return (
    <div class="plan-save" role="status">
      <span>{broken ? planWords.broken : planWords.changes(changes.length)}</span>
      <div class="acts">
        <button type="button" class="main" disabled={broken} onClick={() => (reviews.value = true)}>
          {planWords.review}
        </button>
        <button type="button" onClick={() => discard(plan)}>
          {planWords.discard}
        </button>
      </div>
      {reviews.value && (
        <Review plan={plan} year={year} categories={categories} changes={changes} onClose={() => (reviews.value = false)} />
      )}
    </div>
  );
}

interface ReviewProps extends PlanSaveProps {
  changes: readonly PlanChange[];
  onClose: () => void;
}

function Review({ plan, year, categories, changes, onClose }: ReviewProps) {
  const store = useStore();
  const sending = useSending();
  const amount = (cents: number | null | undefined) => (cents == null ? planWords.none : amountText(store, cents));
  const save = async () => {
    const budgets = linesOfPlan(changes, carriesOf(plan.budgets));
    const { undo } = await write<Budget[]>(store, "POST", "/budgets/year", { year, budgets });
    store.message.value = { text: planWords.saved, undo };
    discard(plan);
    onClose();
  };
  return (
    <FormDialog title={planWords.reviewTitle} onClose={onClose} sending={sending} save={save} act={planWords.save}>
      <ul class="plan-changes">
        {changes.map((change) => (
          <li key={slotKey(change)}>
            <span>
              {categories.find(({ id }) => id === change.categoryId)?.name ?? "…"}
              <small>{monthName(change.month, language)}</small>
            </span>
            <span class="money">{planWords.from(amount(change.beforeCents), amount(change.afterCents))}</span>
            {plan.reasons.value.has(slotKey(change)) && <small class="hint">{plan.reasons.value.get(slotKey(change))}</small>}
          </li>
        ))}
      </ul>
    </FormDialog>
  );
}
