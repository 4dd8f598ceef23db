// What becomes of a series when one of its transactions is changed or deleted.
import { dayAfter, type Periodicity } from "../calendar/periodicity.ts";
import { plainFields } from "../rows/plain_fields.ts";
import { pinnedInvoice } from "../series/occurrences.ts";
import type { StoredRow, StoredSeries } from "../tables/tables.ts";
import { type EditContext, newAccountOrCard, newAmount, newSplit, type RowEdit, type Scope } from "./row_edit.ts";
import type { Cards, StoredTransaction } from "./stored.ts";

/** What instalments sum to follows every row; the rest of a series follows what is said of more than one. */
export function editSeries(
  stored: StoredTransaction,
  { scope, edit, now }: EditContext,
  series: StoredSeries,
  addedCents: number,
): StoredSeries {
  const spread = scope === "one" ? {} : edit;
  const accountOrCard = newAccountOrCard(spread.accountOrCard, series);
  const anchor =
    spread.date === undefined ? undefined : { anchor_date: spread.date, anchor_occurrence: stored.row.occurrence as number };
  const cents = newAmount(spread.amount, series.amount_cents, false);
  return {
    ...series,
    ...plainFields.edit(spread, series),
    ...newSplit(spread, series, cents),
    ...(series.kind === "installments" && { parts: null }),
    ...accountOrCard,
    ...anchor,
    total_cents: series.total_cents === null ? null : series.total_cents + addedCents,
    pinned_invoice: newPin(stored, spread, series, accountOrCard.credit_card_id, anchor !== undefined),
    amount_cents: cents,
    updated_at: now.toISOString(),
  };
}

/** The invoice of the occurrence at the anchor, if the client named one. `movesAnchor`: the row that is changed becomes the anchor. */
function newPin(
  { row, cards }: { row: StoredRow; cards: Cards },
  { invoice }: RowEdit,
  series: StoredSeries,
  cardId: number | null,
  movesAnchor: boolean,
): number | null {
  if (invoice === null || cardId === null) return null;
  if (invoice === undefined) {
    if (series.pinned_invoice === null || series.credit_card_id !== cardId) return null;
    return movesAnchor ? (row.credit_card_invoice_id ?? series.pinned_invoice) : series.pinned_invoice;
  }
  if (movesAnchor) return invoice;
  const { anchor_date: anchor, periodicity } = series;
  const steps = (row.occurrence as number) - series.anchor_occurrence;
  const day = dayAfter(anchor, periodicity as Periodicity, steps);
  return pinnedInvoice(cards.daysOf(cardId), anchor, { invoice, day, periodicity, steps: -steps });
}

/** A fixed series that loses its later rows makes no more; one that loses all its rows goes too. Undefined where it goes. */
export function endSeries(
  { row, series }: StoredTransaction,
  scope: Scope,
  before: StoredSeries,
  addedCents: number,
  now: Date,
): StoredSeries | undefined {
  const { first_row: firstRow = 0, rows = 0 } = series ?? {};
  const isEmptied = scope === "one" ? rows === 1 : scope === "all" || (row.occurrence as number) <= firstRow;
  const makesNoMore = scope !== "one" || before.ended || before.kind === "installments";
  if (isEmptied && makesNoMore) return;
  const total = before.total_cents === null ? null : before.total_cents + addedCents;
  return { ...before, total_cents: total, ended: makesNoMore, updated_at: now.toISOString() };
}
