// A row while it is edited, as texts, and the changes from that.
import { parseCents, plainAmount } from "./money.ts";
import type { Transaction } from "./records.ts";
import { placeOf } from "./row_place.ts";
import { linesOf, linesOfParts, partsOf, readLines, textOf } from "./split.ts";
import { readTags } from "./tags.ts";

export interface Draft {
  amount: string;
  description: string;
  date: string;
  category: string;
  /** `account:3`, `card:7` */
  place: string;
  paid: boolean;
  tags: string;
  notes: string;
  /** As `split.ts` reads it; empty: not split. */
  parts: string;
}

export function draftOf(row: Transaction, language: string): Draft {
  return {
    amount: plainAmount(Math.abs(row.amount_cents), language),
    description: row.description,
    date: row.date,
    category: String(row.category_id),
    place: placeOf(row),
    paid: row.paid,
    tags: row.tags.map(({ name }) => name).join(", "),
    notes: row.notes ?? "",
    parts: textOf(linesOfParts(row.parts, row.amount_cents, language)),
  };
}

export interface DraftChanges {
  /** In the form that finance takes. */
  changes: Record<string, unknown>;
  wrong: { amount?: true; description?: true; date?: true; parts?: true };
}

/** Only what differs from the row when the edit began, so that changes of others and other rows of a series stay. */
export function changesOfDraft(row: Transaction, draft: Draft): DraftChanges {
  const cents = parseCents(draft.amount);
  const description = draft.description.trim();
  const tags = readTags(draft.tags);
  const sign = Math.sign(row.amount_cents || -1);
  const lines = linesOf(draft.parts);
  const isSplitAnew = !isSplitAs(row, draft.parts);
  const changes = {
    ...(description !== row.description && { description }),
    ...(cents !== Math.abs(row.amount_cents) && { amount_cents: sign * (cents ?? 0) }),
    ...(draft.date !== "" && draft.date !== row.date && { date: draft.date }),
    ...(lines.length === 0 && Number(draft.category) !== row.category_id && { category_id: Number(draft.category) }),
    ...(draft.place !== placeOf(row) && placeFields(draft.place)),
    ...(draft.paid !== row.paid && row.credit_card_id === null && { paid: draft.paid }),
    ...(tags.join() !== row.tags.map(({ name }) => name).join() && { tags }),
    ...(draft.notes !== (row.notes ?? "") && { notes: draft.notes }),
    ...(isSplitAnew && { parts: partsOf(lines, sign * (cents ?? 0)) }),
  };
  return {
    changes,
    wrong: {
      ...((!cents || cents < 0) && { amount: true as const }),
      ...(description === "" && { description: true as const }),
      ...(draft.date === "" && { date: true as const }),
      ...(isSplitAnew && lines.length > 0 && !readLines(lines, cents ?? 0).isRight && { parts: true as const }),
    },
  };
}

/** Whether its parts are as they are stored, however their amounts are written. */
export function isSplitAs(row: Transaction, text: string): boolean {
  const lines = linesOf(text);
  return JSON.stringify(lines.length === 0 ? [] : partsOf(lines, row.amount_cents)) === JSON.stringify(row.parts ?? []);
}

export function placeFields(place: string): { credit_card_id: number } | { account_id: number } {
  const [kind, id] = place.split(":");
  return kind === "card" ? { credit_card_id: Number(id) } : { account_id: Number(id) };
}

/** A copy of the row on another day. */
export function copyOf(row: Transaction, date: string) {
  const { description, amount_cents, category_id, notes } = row;
  const tags = row.tags.map(({ name }) => name);
  const parts = row.parts?.map((part) => ({ ...part, tags: part.tags.map(({ name }) => name) }));
  return { description, amount_cents, category_id, notes, tags, date, ...placeFields(placeOf(row)), ...(parts && { parts }) };
}

/**
 * A refund on the same account or card. Finance books it under the categories of the purchase, in proportion to what is left of them, unless
 * a category is given.
 */
export function refundOf(row: Transaction, date: string, refund: { description: string; cents: number; categoryId?: number }) {
  const { amount_cents: _, category_id, parts, notes, ...copy } = copyOf(row, date);
  const { description, cents, categoryId } = refund;
  const amount_cents = row.amount_cents < 0 ? cents : -cents;
  const category = categoryId === undefined ? {} : { category_id: categoryId };
  return { ...copy, description, amount_cents, ...category, refund_of_id: row.id };
}
