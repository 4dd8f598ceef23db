// Undoes and repeats what was done in this tab, the latest first.
import { effect } from "@preact/signals";
import type { Refusal } from "../rules/records.ts";
import { reasonOf } from "../ui/problems.tsx";
import type { Store } from "./store.ts";
import { undoWords } from "./words.ts";

const MOST_STEPS = 100;

/** Every message with an undo is a step. */
export function recordSteps(store: Store): void {
  effect(() => {
    const { text, undo: run } = store.message.value ?? {};
    if (!text || !run) return;
    store.undoSteps = [...store.undoSteps, { text, run }].slice(-MOST_STEPS);
    store.redoSteps = [];
  });
}

export const undoLast = (store: Store) => moveStep(store, "undoSteps", "redoSteps", undoWords.undone);
export const redoLast = (store: Store) => moveStep(store, "redoSteps", "undoSteps", undoWords.redone);

type Steps = "undoSteps" | "redoSteps";

async function moveStep(store: Store, from: Steps, to: Steps, verb: string): Promise<void> {
  const step = store[from].pop();
  if (!step) {
    store.message.value = { text: undoWords.nothing };
    return;
  }
  try {
    const { skipped, again } = await step.run();
    if (again) store[to].push({ text: step.text, run: again });
    store.message.value = { text: skipped > 0 ? undoWords.inPart(skipped) : `${verb} ${step.text}` };
  } catch (error) {
    store.message.value = { text: reasonOf(error as Refusal) };
  }
}
