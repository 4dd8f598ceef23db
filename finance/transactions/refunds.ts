// A refund gives back what a purchase cost, under its categories: in proportion to what is left of its parts, unless a category is named.
import { inProportion } from "../money/proportion.ts";
import { largestCategory, sharesOf } from "../rows/parts.ts";
import { isNeutral } from "../rows/stored_row.ts";
import { MOST_PARTS, type StoredPart, type StoredParts } from "../tables/parts.ts";
import type { StoredRow } from "../tables/tables.ts";

export interface Purchase {
  /** One, or all instalments. */
  rows: readonly StoredRow[];
  /** Those that it has already. */
  refunds: readonly StoredRow[];
}

/** Of a category of the purchase, which a refund gives back more of than is left. */
export interface RefundWarning {
  kind: "refund_exceeds";
  category_id: number;
  left_cents: number;
}

/** Whether a row of that amount can give it back. */
export function isRefundable({ rows }: Purchase, cents: number): boolean {
  const total = totalOf(rows);
  const isRefund = rows.some((row) => row.refund_of_id !== null);
  return !rows.some(isNeutral) && !isRefund && total !== 0 && (cents === 0 || Math.sign(cents) === -Math.sign(total));
}

/** What the refund of a purchase is booked under. */
export function refundSplit(purchase: Purchase, cents: number): { categoryId: number; parts: StoredParts | null } {
  const wholes = partsOf(purchase.rows);
  const left = leftOf(purchase);
  const isEnough = sumOf(left) >= Math.abs(cents);
  const weights = (isEnough ? left : wholes).map((part) => part.amount_cents);
  const shares = cents === 0 ? wholes.map(() => 0) : inProportion(cents, weights);
  const parts = wholes
    .map((part, index) => ({ ...part, amount_cents: shares[index] as number }))
    .filter(({ amount_cents: share }) => share !== 0);
  const categoryId = largestCategory(parts.length > 0 ? parts : wholes);
  return { categoryId, parts: parts.length > 1 && parts.length <= MOST_PARTS ? parts : null };
}

/** Categories of which it would give back more than was spent. */
export function warningsOf(
  purchase: Purchase,
  refund: Pick<StoredRow, "amount_cents" | "category_id" | "parts">,
): RefundWarning[] {
  const left = byCategory(leftOf(purchase));
  const direction = -Math.sign(totalOf(purchase.rows));
  const givenBack = byCategory(sharesOf(refund).map((share) => ({ ...share, amount_cents: share.amount_cents * direction })));
  return [...givenBack].flatMap(([categoryId, cents]) => {
    const leftCents = Math.max(left.get(categoryId) ?? 0, 0);
    return cents > leftCents ? [{ kind: "refund_exceeds" as const, category_id: categoryId, left_cents: leftCents }] : [];
  });
}

const totalOf = (rows: readonly StoredRow[]) => rows.reduce((sum, row) => sum + row.amount_cents, 0);
const sumOf = (parts: StoredParts) => parts.reduce((sum, part) => sum + part.amount_cents, 0);

/** Of all instalments together; what they cost is positive. */
function partsOf(rows: readonly StoredRow[]): StoredPart[] {
  const direction = Math.sign(totalOf(rows));
  const parts = new Map<string, StoredPart>();
  for (const row of rows)
    for (const { category_id, amount_cents, description = null, tags = [] } of sharesOf(row) as StoredParts) {
      const part = row.parts ? { tags, category_id, description } : { tags: [], category_id, description: null };
      const key = JSON.stringify(part);
      const cents = (parts.get(key)?.amount_cents ?? 0) + amount_cents * direction;
      parts.set(key, { ...part, amount_cents: cents });
    }
  return [...parts.values()];
}

/** Refunds give back the parts of their categories, the first ones first. */
function leftOf({ rows, refunds }: Purchase): StoredPart[] {
  const direction = -Math.sign(totalOf(rows));
  const givenBack = byCategory(
    refunds.flatMap(sharesOf).map((share) => ({ ...share, amount_cents: share.amount_cents * direction })),
  );
  return partsOf(rows).map((part) => {
    const back = Math.max(Math.min(givenBack.get(part.category_id) ?? 0, part.amount_cents), 0);
    givenBack.set(part.category_id, (givenBack.get(part.category_id) ?? 0) - back);
    return { ...part, amount_cents: part.amount_cents - back };
  });
}

function byCategory(shares: readonly Pick<StoredPart, "category_id" | "amount_cents">[]): Map<number, number> {
  const sums = new Map<number, number>();
  for (const { category_id: id, amount_cents: cents } of shares) sums.set(id, (sums.get(id) ?? 0) + cents);
  return sums;
}
