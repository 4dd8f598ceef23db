// The amounts that are typed into a table of budgets, until they are saved.
import { type Signal, useSignal } from "@preact/signals";
import { language } from "../../language.ts";
import { type PlanEdits, type PlanSlot, slotKey, slotOfBudget } from "../../rules/budget_plan.ts";
import { plainAmount } from "../../rules/money.ts";
import type { Budget } from "../../rules/records.ts";

export interface Plan {
  budgets: readonly Budget[];
  edits: Signal<PlanEdits>;
  /** Why an amount was filled in, by its slot. */
  reasons: Signal<ReadonlyMap<string, string>>;
}

export function usePlan(budgets: readonly Budget[]): Plan {
  const edits = useSignal<PlanEdits>(new Map());
  const reasons = useSignal<ReadonlyMap<string, string>>(new Map());
  return { budgets, edits, reasons };
}

export function storedText({ budgets }: Plan, slot: PlanSlot): string {
  const stored = budgets.find((budget) => slotKey(slotOfBudget(budget)) === slotKey(slot));
  return stored ? plainAmount(stored.amount_cents, language) : "";
}

export function textOf(plan: Plan, slot: PlanSlot): string {
  return plan.edits.value.get(slotKey(slot)) ?? storedText(plan, slot);
}

/** Undefined takes the field back. */
export function type(plan: Plan, slot: PlanSlot, text: string | undefined): void {
  const next = new Map(plan.edits.value);
  if (text === undefined || text === storedText(plan, slot)) next.delete(slotKey(slot));
  else next.set(slotKey(slot), text);
  plan.edits.value = next;
}

export interface Filling extends PlanSlot {
  cents: number;
  reason?: string;
}

/** Fields that have an amount keep it. Answers how many were empty. */
export function fillIn(plan: Plan, fillings: readonly Filling[]): number {
  const empty = fillings.filter((slot) => textOf(plan, slot).trim() === "");
  plan.edits.value = new Map([
    ...plan.edits.value,
    ...empty.map((slot) => [slotKey(slot), plainAmount(slot.cents, language)] as const),
  ]);
  plan.reasons.value = new Map([
    ...plan.reasons.value,
    ...empty.flatMap((slot) => (slot.reason === undefined ? [] : [[slotKey(slot), slot.reason] as const])),
  ]);
  return empty.length;
}

export function discard(plan: Plan): void {
  plan.edits.value = new Map();
  plan.reasons.value = new Map();
}
