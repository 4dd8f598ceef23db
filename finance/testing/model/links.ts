// Test support: what the model expects of rows that are linked: refunds of purchases, and transfers that are split from a row.
import type { Model, Part, Row } from "./model.ts";
import { shareOut, sharesOf } from "./splits.ts";
import { isNeutral, rowOf, rowsOf } from "./state.ts";

/** All instalments of one purchase. */
function purchaseOf(model: Model, id: number): Row[] {
  const row = rowOf(model, id);
  if (!row) return [];
  return row.series?.kind === "installments" ? rowsOf(model, row.series) : [row];
}

const totalOf = (rows: readonly { cents: number }[]) => rows.reduce((sum, { cents }) => sum + cents, 0);

export function isRefundable(model: Model, id: number, cents: number): boolean {
  const rows = purchaseOf(model, id);
  const total = totalOf(rows);
  if (total === 0 || rows.some((row) => isNeutral(row) || row.refundOf !== undefined)) return false;
  return cents === 0 || cents < 0 !== total < 0;
}

/** What was bought by category, as it cost, and what of that earlier refunds have left. */
function facts(model: Model, id: number) {
  const rows = purchaseOf(model, id);
  const ids = rows.map((row) => row.id);
  const direction = totalOf(rows) < 0 ? -1 : 1;
  const cost = byCategory(rows.flatMap(sharesOf), direction);
  const refunds = model.rows.filter(({ refundOf }) => refundOf !== undefined && ids.includes(refundOf));
  const back = byCategory(refunds.flatMap(sharesOf), -direction);
  const left = new Map(
    [...cost].map(([category, cents]) => [category, cents - Math.max(Math.min(back.get(category) ?? 0, cents), 0)]),
  );
  return { direction, cost, left };
}

function byCategory(shares: readonly Part[], direction: number): Map<number, number> {
  const sums = new Map<number, number>();
  for (const { categoryId, cents } of shares) sums.set(categoryId, (sums.get(categoryId) ?? 0) + cents * direction);
  return sums;
}

/** The category and the parts of a refund of which nothing is said. */
export function refundParts(model: Model, id: number, cents: number): { categoryId: number; parts: Part[] | undefined } {
  const { cost, left } = facts(model, id);
  const all = [...cost].map(([categoryId, each]) => ({ categoryId, cents: each }));
  const remaining = all.map((part) => ({ ...part, cents: left.get(part.categoryId) as number }));
  const weights = totalOf(remaining) < Math.abs(cents) ? all : remaining;
  const shares = cents === 0 ? all.map(() => 0) : shareOut(cents, weights);
  const parts = all.map((part, index) => ({ ...part, cents: shares[index] as number })).filter((part) => part.cents !== 0);
  const shown = parts.length > 0 ? parts : all;
  const most = Math.max(...shown.map((part) => Math.abs(part.cents)));
  const categoryId = shown.find((part) => Math.abs(part.cents) === most)?.categoryId as number;
  return { categoryId, parts: parts.length > 1 ? parts : undefined };
}

/** Of each category of which it gives back more than was left. */
export function refundWarnings(model: Model, id: number, refund: Row): object[] {
  const { direction, left } = facts({ ...model, rows: model.rows.filter((row) => row !== refund) }, id);
  return [...byCategory(sharesOf(refund), -direction)].flatMap(([category, cents]) => {
    const most = Math.max(left.get(category) ?? 0, 0);
    return cents > most ? [{ kind: "refund_exceeds", category_id: category, left_cents: most }] : [];
  });
}

/** Two rows with the next ids: what goes out, and what comes in. */
export function addSplitTransfer(model: Model, row: Row, to: number, cents: number): void {
  const own: Row = {
    ...row,
    id: (row.id as number) + (cents < 0 ? 1 : 2),
    categoryId: model.transfersCategoryId,
    parts: null,
    notes: null,
    tags: [],
    cents,
    refundOf: undefined,
    splitFrom: row.id,
  };
  const other: Row = {
    ...own,
    id: (row.id as number) + (cents < 0 ? 2 : 1),
    accountId: to,
    cents: -cents,
    splitFrom: undefined,
    opposite: own,
  };
  own.opposite = other;
  model.rows.push(own, other);
}
