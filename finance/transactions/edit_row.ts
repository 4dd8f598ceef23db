// What becomes of a row when a transaction is changed: this one, or another of its series.
import { type DayHistory, invoiceOn } from "../billing/cycle.ts";
import { laterMoment } from "../calendar/moment.ts";
import { dayAfter } from "../calendar/periodicity.ts";
import { plainFields } from "../rows/plain_fields.ts";
import { pinnedInvoice } from "../series/occurrences.ts";
import type { StoredRow } from "../tables/tables.ts";
import { type EditContext, newAccountOrCard, newAmount, newSplit, type RowEdit, type Scope } from "./row_edit.ts";
import type { StoredTransaction } from "./stored.ts";

/** `index`: among the rows of its series, where the edit reaches all of them. */
export function editRow(stored: StoredTransaction, editing: EditContext, before: StoredRow, index = 0): StoredRow {
  const { scope, edit, now } = editing;
  const isFirst = before.occurrence !== null && before.occurrence === stored.series?.first_row;
  const cents = newAmount(edit.amount, before.amount_cents, isFirst);
  const isReached = isInScope(stored, scope, before);
  const changed = {
    ...before,
    amount_cents: cents,
    ...newSplit(isReached ? edit : { amount: edit.amount }, before, cents, index),
    ...(edit.refundOfId !== undefined && before.id === stored.row.id && { refund_of_id: edit.refundOfId }),
    updated_at: laterMoment(now, before.updated_at),
  };
  if (!isReached) return changed;
  const date = newDate(stored, scope, edit, before);
  const accountOrCard = newAccountOrCard(edit.accountOrCard, before);
  return {
    ...changed,
    ...plainFields.edit(edit, before),
    ...accountOrCard,
    ...(movesInvoice(edit) && newInvoice(stored, scope, edit, before, accountOrCard.credit_card_id, date)),
    date,
    paid: newPaid(stored, editing, before, accountOrCard.credit_card_id, date),
  };
}

/** By occurrence and not by date, because dates can be edited. */
export function isInScope({ row, series }: StoredTransaction, scope: Scope, each: StoredRow): boolean {
  if (!series || scope === "one") return each.id === row.id;
  return each.series_id === series.id && (scope === "all" || (each.occurrence as number) >= (row.occurrence as number));
}

/** The first occurrence whose row may change; undefined where it is this row alone. */
export function touchesFrom({ row, series }: StoredTransaction, scope: Scope, edit: RowEdit): number | undefined {
  if (!series) return;
  if (scope === "all" || (edit.amount && "firstCents" in edit.amount)) return series.first_row;
  return scope === "future" ? (row.occurrence as number) : undefined;
}

function newDate({ row, series }: StoredTransaction, scope: Scope, { date }: RowEdit, before: StoredRow): string {
  if (date === undefined) return before.date;
  if (!series || scope === "one") return date;
  return dayAfter(date, series.periodicity, (before.occurrence as number) - (row.occurrence as number));
}

const movesInvoice = ({ accountOrCard, date, invoice }: RowEdit) =>
  accountOrCard !== undefined || date !== undefined || invoice !== undefined;

/** Where no invoice is named, one that was named before stays as long as the card does; else the date says it. */
function newInvoice(
  stored: StoredTransaction,
  scope: Scope,
  edit: RowEdit,
  before: StoredRow,
  cardId: number | null,
  date: string,
): Pick<StoredRow, "credit_card_invoice_id" | "invoice_pinned"> {
  if (cardId === null) return { credit_card_invoice_id: null, invoice_pinned: false };
  const days = stored.cards.daysOf(cardId);
  if (typeof edit.invoice === "number")
    return { credit_card_invoice_id: namedInvoice(stored, scope, edit, before, days, date), invoice_pinned: true };
  const stays = edit.invoice === undefined && before.invoice_pinned && before.credit_card_id === cardId;
  return { credit_card_invoice_id: stays ? before.credit_card_invoice_id : invoiceOn(days, date), invoice_pinned: stays };
}

function namedInvoice(
  { row, series }: StoredTransaction,
  scope: Scope,
  edit: RowEdit,
  before: StoredRow,
  days: DayHistory,
  date: string,
): number {
  const invoice = edit.invoice as number;
  if (!series || scope === "one") return invoice;
  const steps = (before.occurrence as number) - (row.occurrence as number);
  return pinnedInvoice(days, date, { invoice, day: edit.date ?? row.date, periodicity: series.periodicity, steps });
}

function newPaid(
  { row }: StoredTransaction,
  { edit, today, paidBeforeCard }: EditContext,
  before: StoredRow,
  cardId: number | null,
  date: string,
): boolean {
  if (cardId !== null) return true;
  if (edit.paid !== undefined && before.id === row.id) return edit.paid;
  return before.credit_card_id === null ? before.paid : (paidBeforeCard.get(before.id) ?? date <= today);
}
