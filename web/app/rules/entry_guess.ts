// The first guess for a new entry, from what was booked before.
import { plainText } from "./plain_text.ts";

export interface PastUse {
  description: string;
  category_id: number;
  amount_cents: number;
}

const LATEST = 20;

/** The last use of this description, or of the one that is being typed. `past` has the last used first. */
export function pastUseOf<Use extends PastUse>(past: readonly Use[], description: string, isIncome: boolean): Use | undefined {
  const typed = plainText(description.trim());
  if (typed.length < 2) return undefined;
  const matches = past.filter(
    ({ description: text, amount_cents: cents }) => cents > 0 === isIncome && plainText(text).startsWith(typed),
  );
  return matches.find(({ description: text }) => plainText(text) === typed) ?? matches[0];
}

/** The category of most of the latest descriptions; of several, the one used last. */
export function usualCategory(past: readonly PastUse[], isIncome: boolean): number | undefined {
  const uses = new Map<number, number>();
  for (const { category_id: id } of past.filter(({ amount_cents: cents }) => cents > 0 === isIncome).slice(0, LATEST))
    uses.set(id, (uses.get(id) ?? 0) + 1);
  const most = Math.max(...uses.values());
  return [...uses.keys()].find((id) => uses.get(id) === most);
}
