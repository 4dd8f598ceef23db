// What was done here can be taken back, the last first, and done again.
import { effect } from "@preact/signals";
import type { Refusal } from "../rules/records.ts";
import { reasonOf } from "../ui/problems.tsx";
import type { TakenBack } from "./api.ts";
import { type Message, message } from "./state.ts";
import { undoWords } from "./words.ts";

interface Step {
  text: string;
  run: () => Promise<TakenBack>;
}

const MOST_STEPS = 100;
let done: Step[] = [];
let undone: Step[] = [];
/** Messages of this file, which are no new acts. */
const own = new WeakSet<Message>();

effect(() => {
  const shown = message.value;
  if (!shown?.undo || own.has(shown)) return;
  done = [...done, { text: shown.text, run: shown.undo }].slice(-MOST_STEPS);
  undone = [];
});

export const undoLast = () => step(done.pop(), (next) => undone.push(next), undoWords.undone);
export const redoLast = () => step(undone.pop(), (next) => done.push(next), undoWords.redone);

async function step(taken: Step | undefined, keep: (next: Step) => void, said: string): Promise<void> {
  if (!taken) return say({ text: undoWords.nothing });
  try {
    const { kept, again } = await taken.run();
    if (again) keep({ text: taken.text, run: again });
    say({ text: kept > 0 ? undoWords.inPart(kept) : `${said} ${taken.text}` });
  } catch (error) {
    say({ text: reasonOf(error as Refusal) });
  }
}

function say(shown: Message): void {
  own.add(shown);
  message.value = shown;
}
