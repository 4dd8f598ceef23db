// The last good answers, shown until there are newer ones.
import { isKept } from "../rules/queue.ts";
import { drop, keep, readAll, readOne } from "./store.ts";

interface KeptAnswer {
  path: string;
  /** As the server wrote it. */
  text: string;
  at: number;
}

const MOST_ANSWERS = 80;
const MOST_CHARACTERS = 400_000;

export async function keptAnswer(path: string): Promise<KeptAnswer | undefined> {
  if (!isKept(path)) return undefined;
  return readOne<KeptAnswer>("answers", path).catch(() => undefined);
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
