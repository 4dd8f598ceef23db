// The parts of a split transaction while they are typed. Forms keep them as one text, as they do each of their fields.
import { parseCents, plainAmount, splitCents } from "./money.ts";
import type { Part, RequestedPart } from "./records.ts";
import { accountIdOf } from "./row_place.ts";

export interface PartLine {
  /** The id of a category; `account:7`: a transfer with that account. */
  category: string;
  /** As typed, without the sign of the transaction; empty: it takes its share of the rest. */
  amount: string;
  description: string;
  tags: string[];
}

export const EMPTY_LINE: PartLine = { category: "", amount: "", description: "", tags: [] };

export const LEAST_PARTS = 2;
export const MOST_PARTS = 50;

/** No text: not split. */
export const linesOf = (text: string): PartLine[] => (text === "" ? [] : (JSON.parse(text) as PartLine[]));
export const textOf = (lines: readonly PartLine[]): string => (lines.length === 0 ? "" : JSON.stringify(lines));

/** The lines of a stored transaction, whose amount they are relative to. */
export function linesOfParts(parts: readonly Part[] | undefined, totalCents: number, language: string): PartLine[] {
  const sign = totalCents < 0 ? -1 : 1;
  return (parts ?? []).map(({ category_id, amount_cents, description, tags }) => ({
    category: String(category_id),
    amount: plainAmount(amount_cents * sign, language),
    description: description ?? "",
    tags: tags.map(({ name }) => name),
  }));
}

/** The account of a line that is a transfer. */
export const accountOfLine = ({ category }: PartLine): number | undefined => accountIdOf(category);

export interface ReadLines {
  /** Of each line; undefined where it is no amount. Lines without one share the rest evenly. */
  cents: (number | undefined)[];
  /** What the typed amounts leave of the total. */
  restCents: number;
  isRight: boolean;
}

export function readLines(lines: readonly PartLine[], totalCents: number): ReadLines {
  const typed = lines.map(({ amount }) => (amount.trim() === "" ? undefined : (parseCents(amount) ?? Number.NaN)));
  const restCents = totalCents - typed.reduce((sum: number, each) => sum + (each || 0), 0);
  const open = typed.filter((each) => each === undefined).length;
  const shares = open === 0 ? [] : splitCents(restCents, open);
  const cents = typed.map((each) => (each === undefined ? shares.shift() : Number.isNaN(each) ? undefined : each));
  const isComplete = cents.every((each) => each !== undefined && each !== 0) && (open > 0 || restCents === 0);
  const hasCategories = lines.every(({ category }) => category !== "") && lines.some((line) => accountOfLine(line) === undefined);
  return { cents, restCents, isRight: lines.length >= LEAST_PARTS && isComplete && hasCategories };
}

/** The same amount for each, the cents that are left over on the first. */
export function evenly(lines: readonly PartLine[], totalCents: number, language: string): PartLine[] {
  return withAmounts(lines, splitCents(totalCents, lines.length), language);
}

/** Each grows or shrinks by the same factor, so that they sum to the total. Cents that are left over go to the largest fractions. */
export function inProportion(lines: readonly PartLine[], totalCents: number, language: string): PartLine[] {
  const weights = lines.map(({ amount }) => parseCents(amount) ?? 0);
  const sum = weights.reduce((all, each) => all + each, 0);
  if (sum <= 0) return evenly(lines, totalCents, language);
  const exact = weights.map((weight) => BigInt(weight) * BigInt(totalCents));
  const fractions = exact.map((each) => ((each % BigInt(sum)) + BigInt(sum)) % BigInt(sum));
  const cents = exact.map((each, index) => Number((each - (fractions[index] as bigint)) / BigInt(sum)));
  const left = totalCents - cents.reduce((all, each) => all + each, 0);
  const largestFirst = [...fractions.keys()].sort((one, other) => Number((fractions[other] ?? 0n) - (fractions[one] ?? 0n)));
  for (const index of largestFirst.slice(0, left)) cents[index] = (cents[index] ?? 0) + 1;
  return withAmounts(lines, cents, language);
}

const withAmounts = (lines: readonly PartLine[], cents: readonly number[], language: string): PartLine[] =>
  lines.map((line, index) => ({ ...line, amount: plainAmount(cents[index] ?? 0, language) }));

/** As finance takes them, and but for transfers shows them. `totalCents`: with its sign. */
export function partsOf(lines: readonly PartLine[], totalCents: number): RequestedPart[] {
  const sign = totalCents < 0 ? -1 : 1;
  const { cents } = readLines(lines, Math.abs(totalCents));
  return lines.map((line, index) => {
    const { category, description, tags } = line;
    const account = accountOfLine(line);
    return {
      ...(account === undefined ? { category_id: Number(category) } : { account_id: account }),
      amount_cents: (cents[index] ?? 0) * sign,
      description: description.trim() || null,
      tags: tags.map((name) => ({ name })),
    } as RequestedPart;
  });
}
