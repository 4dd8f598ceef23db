// A transaction that shall change or go, with what decides how it may.
import { byInvoice, type SumsByInvoice } from "../billing/balance.ts";
import type { DayHistory, InvoiceRange } from "../billing/cycle.ts";
import type { Reader } from "../post/reader.ts";
import { findOtherLeg, findStoredRow } from "../rows/queries.ts";
import { listCardDays, listPaidSumsNear } from "../rows/queries_cards.ts";
import type { TransactionRow } from "../rows/row.ts";
import { showRow } from "../rows/transaction_row.ts";
import { type Extent, findExtentOfRow, findSeriesOfRow } from "../series/queries.ts";
import type { StoredRow, StoredSeries } from "../tables/tables.ts";
import { findCategoryKind } from "./queries.ts";

export interface StoredTransaction {
  row: StoredRow;
  categoryKind: "expenses" | "earnings" | "none";
  /** Undefined for a row that stands alone. */
  series: (StoredSeries & Extent) | undefined;
  /** Where it is the leg of a transfer. */
  otherLeg: StoredRow | undefined;
  cards: Cards;
}

/** What is known of the cards that the change may be about. */
export interface Cards {
  daysOf(cardId: number): DayHistory;
  /** They tell which of its purchases are paid, of the invoices that the change is about. */
  sumsOf(cardId: number | null): SumsByInvoice;
}

/** What the client names beside the card and the invoice of the row. */
interface NamedByEdit {
  cardIds: readonly number[];
  range: InvoiceRange | undefined;
}

/** In one batch. */
export async function findStored(
  read: Reader,
  spaceId: number,
  id: number,
  named: NamedByEdit = { cardIds: [], range: undefined },
): Promise<StoredTransaction | undefined> {
  const [row, categoryKind, series, extent, otherLeg, days, sums] = await Promise.all([
    findStoredRow(read, spaceId, id),
    findCategoryKind(read, spaceId, id),
    findSeriesOfRow(read, spaceId, id),
    findExtentOfRow(read, spaceId, id),
    findOtherLeg(read, spaceId, id),
    listCardDays(read, spaceId),
    listPaidSumsNear(read, spaceId, id, named),
  ]);
  if (!row) return;
  const cards: Cards = {
    daysOf: (cardId) => days.filter((each) => each.credit_card_id === cardId),
    sumsOf: (cardId) => byInvoice(sums.filter((each) => each.credit_card_id === cardId)),
  };
  return { row, categoryKind, series: series && extent && { ...series, ...extent }, otherLeg, cards };
}

/** As it is shown before anything changes, with what else decides how it may change. */
export interface EditableTransaction extends TransactionRow {
  occurrence: number | null;
  category_kind: StoredTransaction["categoryKind"];
  series: StoredTransaction["series"] | null;
}

export function editableTransaction({ row, categoryKind, series, cards }: StoredTransaction): EditableTransaction {
  const view = showRow(row, cards.sumsOf(row.credit_card_id));
  return { ...view, occurrence: row.occurrence, category_kind: categoryKind, series: series ?? null };
}
