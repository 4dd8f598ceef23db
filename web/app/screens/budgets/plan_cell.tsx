// A field of a table of budgets. Keys move between its lines.
import { useStore } from "../../data/use_store.ts";
import { language } from "../../language.ts";
import { useTypedAmount } from "../../ledger/amount_field.tsx";
import { type PlanSlot, slotKey, typedCents } from "../../rules/budget_plan.ts";
import { monthName } from "../../rules/day_names.ts";
import { plainAmount } from "../../rules/money.ts";
import { type Plan, textOf, type } from "./plan_state.ts";
import { planWords } from "./plan_words.ts";

export function PlanCell({ plan, slot, name }: { plan: Plan; slot: PlanSlot; name: string }) {
  const store = useStore();
  const reads = useTypedAmount();
  const text = textOf(plan, slot);
  const isEdited = plan.edits.value.has(slotKey(slot));
  return (
    <input
      class={isEdited ? "plan-cell edited" : "plan-cell"}
      aria-label={planWords.cell(name, monthName(slot.month, language))}
      aria-invalid={typedCents(text) === undefined ? "true" : undefined}
      data-month={slot.month}
      inputMode="decimal"
      autoComplete="off"
      placeholder="–"
      disabled={store.isReadOnly.value}
      value={text}
      onFocus={(event) => event.currentTarget.select()}
      onInput={({ currentTarget: field }) => {
        field.value = reads(text, field.value);
        type(plan, slot, field.value);
      }}
      onBlur={() => {
        const cents = typedCents(text);
        if (typeof cents === "number") type(plan, slot, plainAmount(cents, language));
      }}
      onKeyDown={(event) => press(event, () => type(plan, slot, undefined))}
    />
  );
}

function press(event: KeyboardEvent, takeBack: () => void): void {
  const { key, currentTarget } = event;
  if (key === "Escape") takeBack();
  else if (key === "Enter" || key === "ArrowDown" || key === "ArrowUp")
    move(currentTarget as HTMLInputElement, key === "ArrowUp" || (key === "Enter" && event.shiftKey) ? -1 : 1);
  else return;
  event.preventDefault();
  event.stopPropagation();
}

/** To the next line's field of the same month. */
function move(field: HTMLInputElement, step: 1 | -1): void {
  const all = [...(field.closest("table")?.querySelectorAll<HTMLInputElement>(`[data-month="${field.dataset.month}"]`) ?? [])];
  all[all.indexOf(field) + step]?.focus();
}
