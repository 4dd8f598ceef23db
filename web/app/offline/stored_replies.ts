// The last good answers, shown until there are newer ones.
import { isKept } from "../rules/queue.ts";
import { drop, keep, readAll, readSome } from "./store.ts";

interface KeptAnswer {
  path: string;
  /** As the server wrote it. */
  text: string;
  at: number;
}

const MOST_ANSWERS = 80;
const MOST_CHARACTERS = 400_000;

interface Wanted {
  path: string;
  answer: (found: KeptAnswer | undefined) => void;
}

let wanted: Wanted[] = [];

/** With what else is looked for before this moment is over: what comes one by one is drawn as often. */
export function keptAnswer(path: string): Promise<KeptAnswer | undefined> {
  if (!isKept(path)) return Promise.resolve(undefined);
  if (wanted.length === 0) queueMicrotask(readWanted);
  return new Promise((answer) => wanted.push({ path, answer }));
}

async function readWanted(): Promise<void> {
  const all = wanted;
  wanted = [];
  const paths = all.map(({ path }) => path);
  const found = await readSome<KeptAnswer>("answers", paths).catch(() => []);
  for (const [index, { answer }] of all.entries()) answer(found[index]);
}

export function keepAnswer(path: string, text: string): void {
  if (!isKept(path) || text.length > MOST_CHARACTERS) return;
  void keep("answers", { path, text, at: Date.now() }).catch(() => {});
}

/** The oldest go: months that were looked at once. */
export async function pruneAnswers(): Promise<void> {
  const all = await readAll<KeptAnswer>("answers").catch(() => []);
  const old = all.sort((one, other) => other.at - one.at).slice(MOST_ANSWERS);
  for (const { path } of old) await drop("answers", path).catch(() => {});
}
