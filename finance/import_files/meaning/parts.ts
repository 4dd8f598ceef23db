// Parts of a purchase (parcelas), as card statements write them. On accounts `05/08` is a day: the caller asks only for cards.
import { addMonths } from "../../calendar/day.ts";
import { fold } from "../text/fold.ts";

export interface Part {
  k: number;
  n: number;
  /** As it is written, folded. */
  raw: string;
}

/** How a layout writes parts without a word: not at all, `AURORA03/10` as some banks do, or `Aurora 3/10` as Organizze does. */
export type BareParts = "none" | "padded" | "spaced";

const WORDED = /[\s(-]*\bPARC(?:ELA)?\b\.?:? *(\d{1,2}) *(?:\/|DE) *(\d{1,2})\)?$/;
const BRACKETED = /\((\d{1,2})\/(\d{1,2})\)$/;
const BARE = { none: undefined, padded: /(?<!\d)(\d\d)\/(\d\d)$/, spaced: / (\d{1,2})\/(\d{1,2})$/ } as const;

/** At the end of a description. */
export function partOf(description: string, bare: BareParts = "none"): Part | null {
  const folded = fold(description);
  if (!/\d\)?$/.test(folded)) return null;
  return partIn(WORDED.exec(folded)) ?? partIn(BRACKETED.exec(folded)) ?? partIn(BARE[bare]?.exec(folded) ?? null);
}

const MONTHS = ["JAN", "FEV", "MAR", "ABR", "MAI", "JUN", "JUL", "AGO", "SET", "OUT", "NOV", "DEZ"];

/** In a column of its own: `Parcela 3/10`, `2/3`, `2 de 3`, and `02/abr` after Excel; `Única` and `Compra à vista` are none. */
export function partOfCell(text: string): Part | null {
  const folded = fold(text);
  const spoiled = /^(\d{1,2})[/-]([A-Z]{3})$/.exec(folded);
  if (spoiled) {
    const part = partOfCell(`${spoiled[1]}/${MONTHS.indexOf(spoiled[2] as string) + 1}`);
    return part && { ...part, raw: folded };
  }
  return partIn(WORDED.exec(folded)) ?? partIn(/^(\d{1,2}) *(?:\/|DE) *(\d{1,2})$/.exec(folded));
}

function partIn(match: RegExpExecArray | null): Part | null {
  if (!match) return null;
  const k = Number(match[1]);
  const n = Number(match[2]);
  return k >= 1 && k <= n && n >= 2 ? { k, n, raw: match[0].trim() } : null;
}

export function withoutPart(folded: string): string {
  return folded.replace(WORDED, "").replace(BRACKETED, "").trim();
}

/** The day on which part k is charged, where the file repeats the day of the purchase on each. */
export function chargeDay(purchaseDay: string, k: number): string {
  return addMonths(purchaseDay, k - 1);
}
