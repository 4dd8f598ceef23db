// Reads the parts of a new entry. Loaded with their fields: most entries are not split.
import { splitWords } from "../../ledger/split_words.ts";
import type { RequestedPart } from "../../rules/records.ts";
import { linesOf, partsOf, readLines } from "../../rules/split.ts";

/** `totalCents`: with its sign. What is wrong is put into `wrong`. */
export function readSplit(text: string, totalCents: number, wrong: Record<string, string>): RequestedPart[] {
  const lines = linesOf(text);
  if (!readLines(lines, Math.abs(totalCents)).isRight) wrong.parts = splitWords.wrong;
  return partsOf(lines, totalCents);
}
