// Fills the empty fields of a table of budgets: from the months before, or by what was spent. Nothing is written.
import { useSignal } from "@preact/signals";
import { call } from "../../data/api.ts";
import { useStore } from "../../data/use_store.ts";
import { language } from "../../language.ts";
import { amountText } from "../../ledger/amount_text.ts";
import { bySpace } from "../../months.ts";
import type { Suggestions } from "../../rules/budgets.ts";
import { shortMonth } from "../../rules/day_names.ts";
import { addMonths } from "../../rules/days.ts";
import type { Budget, Refusal } from "../../rules/records.ts";
import { reasonOf } from "../../ui/problems.tsx";
import { type Filling, fillIn, type Plan } from "./plan_state.ts";
import { planWords } from "./plan_words.ts";

interface PlanSourcesProps {
  plan: Plan;
  /** The first of them is what suggestions are for. */
  months: readonly string[];
  /** How many months before stands what is copied. */
  copiedBefore: 1 | 12;
}

export function PlanSources({ plan, months, copiedBefore }: PlanSourcesProps) {
  const store = useStore();
  const isReading = useSignal(false);
  const fill = async (read: () => Promise<Filling[]>) => {
    isReading.value = true;
    try {
      const count = fillIn(plan, await read());
      store.message.value = { text: count === 0 ? planWords.nothingToFill : planWords.filled(count) };
    } catch (error) {
      store.message.value = { text: reasonOf(error as Refusal) };
    }
    isReading.value = false;
  };
  const copy = async () => {
    const first = addMonths(months[0] as string, -copiedBefore);
    const path = copiedBefore === 12 ? first.slice(0, 4) : `${first.slice(0, 4)}/${Number(first.slice(5))}`;
    const budgets = await call<Budget[]>(store, `/api/finance/budgets/${path}`);
    return budgets.map(({ category_id: categoryId, activity_type: kind, amount_cents: cents, date }) => ({
      categoryId,
      type: kind,
      cents,
      month: addMonths(date.slice(0, 7), copiedBefore),
    }));
  };
  const suggest = async (method: "average" | "median") => {
    const path = bySpace(`/api/finance/budgets/suggestions?month=${months[0]}&method=${method}`);
    const { suggestions } = await call<Suggestions>(store, path);
    return suggestions.flatMap(({ category_id: categoryId, activity_type: kind, amount_cents: cents, months: counted }) => {
      const totals = counted.map(({ date, total }) => `${shortMonth(date.slice(0, 7), language)} ${amountText(store, total)}`);
      const reason = planWords.because(totals.join(", "));
      return cents === 0 ? [] : months.map((month) => ({ categoryId, type: kind, cents, month, reason }));
    });
  };
  const acts = [
    [copiedBefore === 12 ? planWords.copyYear : planWords.copyMonth, copy],
    [planWords.average, () => suggest("average")],
    [planWords.median, () => suggest("median")],
  ] as const;
  return (
    <fieldset class="acts plan-sources writes">
      <legend class="unseen">{planWords.fill}</legend>
      {acts.map(([label, read]) => (
        <button key={label} type="button" disabled={isReading.value} onClick={() => void fill(read)}>
          {label}
        </button>
      ))}
    </fieldset>
  );
}
