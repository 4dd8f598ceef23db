// Test support: what rows are split into in the model. Shares are computed as people would: whole cents for each, then the odd ones.
import fc from "fast-check";
import type { Part, Row, SplitContent } from "./model.ts";

/** Which categories, and in which proportion. */
export type Split = { category: number; weight: number }[];

export const drawSplit = (choice: fc.Arbitrary<number>): fc.Arbitrary<Split> =>
  fc.array(fc.record({ category: choice, weight: fc.integer({ min: 1, max: 9 }) }), { minLength: 2, maxLength: 4 });

export const partsBody = (parts: readonly Part[] | undefined) =>
  parts?.map(({ categoryId, cents }) => ({ category_id: categoryId, amount_cents: cents }));

/** To the cent, in proportion. */
export function shareOut(cents: number, parts: readonly Part[]): number[] {
  const sum = parts.reduce((all, part) => all + part.cents, 0);
  const [total, whole] = [BigInt(Math.abs(cents)), BigInt(Math.abs(sum))];
  const weights = parts.map((part) => BigInt(sum < 0 ? -part.cents : part.cents));
  const odd = weights.map((weight) => (((weight * total) % whole) + whole) % whole);
  const shares = weights.map((weight, index) => (weight * total - (odd[index] as bigint)) / whole);
  for (let left = total - shares.reduce((all, share) => all + share, 0n); left > 0n; left--) {
    const next = odd.reduce((best, each, index) => (each > (odd[best] as bigint) ? index : best), 0);
    shares[next] = (shares[next] as bigint) + 1n;
    odd[next] = -1n;
  }
  return shares.map((share) => Number(share) * (cents < 0 ? -1 : 1) + 0);
}

/** Each instalment takes its share of what is left of every part. */
export function splitInstalments(rows: readonly Row[], parts: readonly Part[]): void {
  let left = [...parts];
  for (const row of rows) {
    const shares = shareOut(row.cents, left);
    put(
      row,
      row.cents,
      left.map((part, index) => ({ ...part, cents: shares[index] ?? 0 })),
    );
    left = left.map((part, index) => ({ ...part, cents: part.cents - (shares[index] ?? 0) }));
  }
}

/** Another amount, category or parts. What is not said stays, parts in proportion. */
export function resplit(of: SplitContent, cents: number, { categoryId, parts }: Partial<SplitContent>): void {
  if (parts) put(of, cents, scaled(parts, cents));
  else if (categoryId !== undefined && categoryId !== of.categoryId) Object.assign(of, { cents, categoryId, parts: null });
  else put(of, cents, of.parts && scaled(of.parts, cents));
}

function scaled(parts: readonly Part[], cents: number): Part[] | null {
  if (cents === 0) return null;
  const shares = shareOut(cents, parts);
  return parts.map((part, index) => ({ ...part, cents: shares[index] ?? 0 }));
}

function put(of: SplitContent, cents: number, parts: Part[] | null): void {
  Object.assign(of, { cents, parts });
  if (!parts) return;
  const most = Math.max(...parts.map((part) => Math.abs(part.cents)));
  of.categoryId = parts.find((part) => Math.abs(part.cents) === most)?.categoryId as number;
}

/** A row under each of its categories. */
export const sharesOf = ({ categoryId, cents, parts }: SplitContent): Part[] => parts ?? [{ categoryId, cents }];

export const isUnder = (of: SplitContent, categoryId: number): boolean =>
  sharesOf(of).some((share) => share.categoryId === categoryId) || of.categoryId === categoryId;

export function replaceCategory(of: SplitContent, from: number, to: number): void {
  if (of.categoryId === from) of.categoryId = to;
  of.parts = of.parts?.map((part) => (part.categoryId === from ? { ...part, categoryId: to } : part)) ?? null;
}

export const partsView = ({ parts }: SplitContent): object =>
  parts ? { parts: partsBody(parts)?.map((part) => ({ ...part, description: null, tags: [] })) } : {};

export const storedParts = ({ parts }: SplitContent): object[] | null =>
  partsBody(parts ?? undefined)?.map((part) => ({ ...part, description: null, tags: [] })) ?? null;
