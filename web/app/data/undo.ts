// Undo and redo of what was done in this tab, the latest first.
import { effect } from "@preact/signals";
import type { Refusal } from "../rules/records.ts";
import { reasonOf } from "../ui/problems.tsx";
import type { UndoResult } from "./api.ts";
import { type Message, message } from "./state.ts";
import { undoWords } from "./words.ts";

interface Step {
  text: string;
  run: () => Promise<UndoResult>;
}

const MOST_STEPS = 100;
let doneSteps: Step[] = [];
let undoneSteps: Step[] = [];
/** Messages from this file, which must not be added as new steps. */
const ownMessages = new WeakSet<Message>();

effect(() => {
  const current = message.value;
  if (!current?.undo || ownMessages.has(current)) return;
  doneSteps = [...doneSteps, { text: current.text, run: current.undo }].slice(-MOST_STEPS);
  undoneSteps = [];
});

export const undoLast = () => step(doneSteps.pop(), (next) => undoneSteps.push(next), undoWords.undone);
export const redoLast = () => step(undoneSteps.pop(), (next) => doneSteps.push(next), undoWords.redone);

async function step(entry: Step | undefined, keep: (next: Step) => void, verb: string): Promise<void> {
  if (!entry) return say({ text: undoWords.nothing });
  try {
    const { skipped, again } = await entry.run();
    if (again) keep({ text: entry.text, run: again });
    say({ text: skipped > 0 ? undoWords.inPart(skipped) : `${verb} ${entry.text}` });
  } catch (error) {
    say({ text: reasonOf(error as Refusal) });
  }
}

function say(next: Message): void {
  ownMessages.add(next);
  message.value = next;
}
