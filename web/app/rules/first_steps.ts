// The first steps of a new space: which are done, skipped or left.
import { addMonths, lastDayOf, monthOf, pad } from "./days.ts";

export const STEPS = ["language", "income", "account", "card", "statement"] as const;
export type Step = (typeof STEPS)[number];
export type StepState = "done" | "skipped" | "left";

/** In the user's preferences: for each step the request that did it, or `skipped`. */
export type StepRecord = Partial<Record<Step, string>> & { dismissed?: string };

export const SKIPPED = "skipped";
/** For steps that no request does. */
export const CHOSEN = "chosen";

/** Each space has first steps of its own. */
export const preferenceOf = (spaceId: string) => (spaceId === "" ? "welcome" : `welcome_${spaceId}`);

/** Preferences are free text of clients. */
export function readSteps(stored: unknown): StepRecord {
  const entries = typeof stored === "object" && stored !== null ? Object.entries(stored) : [];
  return Object.fromEntries(entries.filter(([, value]) => typeof value === "string" && value !== ""));
}

/** What the space itself says. A zero balance and a language say nothing, so these two count once they were saved. */
export type StepFacts = Readonly<Record<Step, boolean>>;

export function stateOf(step: Step, record: StepRecord, facts: StepFacts): StepState {
  const saved = record[step];
  if (facts[step]) return "done";
  if (saved === SKIPPED) return "skipped";
  return saved !== undefined && (step === "account" || step === "language") ? "done" : "left";
}

export const statesOf = (record: StepRecord, facts: StepFacts) =>
  Object.fromEntries(STEPS.map((step) => [step, stateOf(step, record, facts)])) as Record<Step, StepState>;

/** The first day from today on that has this number in its month. */
export function nextDate(today: string, dayOfMonth: number): string {
  let month = monthOf(today);
  while (`${month}-${pad(dayOfMonth)}` < today || `${month}-${pad(dayOfMonth)}` > lastDayOf(month)) month = addMonths(month, 1);
  return `${month}-${pad(dayOfMonth)}`;
}
