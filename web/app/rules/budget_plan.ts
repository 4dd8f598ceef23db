// Amounts that are typed into a table of budgets, and what saving them changes.
import { parseCents } from "./money.ts";
import type { Budget, Carry } from "./records.ts";

export interface PlanSlot {
  categoryId: number;
  type: 0 | 1;
  /** `2026-02` */
  month: string;
}

export interface PlanChange extends PlanSlot {
  /** Undefined: the month has no budget of it. */
  beforeCents: number | undefined;
  /** Null: it is deleted. */
  afterCents: number | null;
}

/** What was typed, by `slotKey`. An empty text deletes. */
export type PlanEdits = ReadonlyMap<string, string>;

export const slotKey = ({ categoryId, type, month }: PlanSlot) => `${month} ${type} ${categoryId}`;

export function slotOfKey(key: string): PlanSlot {
  const [month = "", type, categoryId] = key.split(" ");
  return { month, type: type === "1" ? 1 : 0, categoryId: Number(categoryId) };
}

export const slotOfBudget = ({ category_id: categoryId, activity_type: type, date }: Budget): PlanSlot => ({
  categoryId,
  type,
  month: date.slice(0, 7),
});

/** Null for an empty text; undefined for one that is no amount. */
export function typedCents(text: string): number | null | undefined {
  if (text.trim() === "") return null;
  const cents = parseCents(text);
  return cents === undefined || cents < 0 ? undefined : cents;
}

export function isBroken(edits: PlanEdits): boolean {
  return [...edits.values()].some((text) => typedCents(text) === undefined);
}

/** By month and category. What is typed as it is changes nothing. */
export function changesOfPlan(edits: PlanEdits, budgets: readonly Budget[]): PlanChange[] {
  const stored = new Map(budgets.map((budget) => [slotKey(slotOfBudget(budget)), budget.amount_cents]));
  return [...edits]
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .flatMap(([key, text]) => {
      const [beforeCents, afterCents] = [stored.get(key), typedCents(text)];
      if (afterCents === undefined || afterCents === (beforeCents ?? null)) return [];
      return [{ ...slotOfKey(key), beforeCents, afterCents }];
    });
}

/** As `POST /budgets/year` takes them. New budgets pass on what `carries` says of their category. */
export function linesOfPlan(changes: readonly PlanChange[], carries: ReadonlyMap<string, Carry>): object[] {
  return changes.map(({ categoryId, type, month, beforeCents, afterCents }) => {
    const carry = carries.get(`${type} ${categoryId}`);
    const isNew = beforeCents === undefined && carry !== undefined;
    return {
      category_id: categoryId,
      activity_type: type,
      month: Number(month.slice(5)),
      amount_cents: afterCents,
      ...(isNew && { carry }),
    };
  });
}

/** What the budgets of each category and type pass on: as the last of them does. */
export function carriesOf(budgets: readonly Budget[]): Map<string, Carry> {
  const sorted = [...budgets].sort((one, other) => (one.date < other.date ? -1 : 1));
  return new Map(sorted.map((each) => [`${each.activity_type} ${each.category_id}`, each.carry ?? "none"]));
}
