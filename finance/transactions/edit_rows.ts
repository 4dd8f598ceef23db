// What becomes of rows, and of the series that they are of, when a transaction is changed or deleted.
import { type DayHistory, invoiceOn } from "../billing/cycle.ts";
import { laterMoment } from "../calendar/moment.ts";
import { dayAfter, type Periodicity } from "../calendar/periodicity.ts";
import type { StoredRow } from "../rows/stored_row.ts";
import { pinnedInvoice } from "../series/occurrences.ts";
import type { StoredSeries } from "../series/stored_series.ts";
import type { Cards, StoredTransaction } from "./stored.ts";

/** Which rows a change reaches: this one; or of its series this one and later ones, or all. */
export type Scope = "one" | "future" | "all";

export type Place = { accountId: number } | { creditCardId: number };

/** What is undefined stays as it is. */
export interface RowEdit {
  description?: string | undefined;
  notes?: string | null | undefined;
  tags?: readonly string[] | undefined;
  categoryId?: number | undefined;
  amount?: AmountEdit | undefined;
  /** Of this row, whatever the scope. On a card it is the invoice that says it. */
  paid?: boolean | undefined;
  /** Of this row; the others in scope are counted from it. */
  date?: string | undefined;
  place?: Place | undefined;
  /** The invoice that the client named, of this row; null where the date shall say it. */
  invoice?: number | null | undefined;
}

/** The same for every row in scope; its sign alone; or the whole series split anew, whatever the scope. */
export type AmountEdit = { cents: number } | { sign: 1 | -1 } | { firstCents: number; laterCents: number };

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

export interface Editing {
  scope: Scope;
  edit: RowEdit;
  /** What leaves a card is paid up to this day unless given. */
  today: string;
  now: Date;
}

export function editRow(stored: StoredTransaction, { scope, edit, today, now }: Editing, before: StoredRow): StoredRow {
  const isFirst = before.occurrence !== null && before.occurrence === stored.series?.first_row;
  const changed = {
    ...before,
    amount_cents: newAmount(edit.amount, before.amount_cents, isFirst),
    updated_at: laterMoment(now, before.updated_at),
  };
  if (!isInScope(stored, scope, before)) return changed;
  const date = newDate(stored, scope, edit, before);
  const place = newPlace(edit.place, before);
  return {
    ...changed,
    ...spreadFields(edit, before),
    ...place,
    ...(movesInvoice(edit) && newInvoice(stored, scope, edit, before, place.credit_card_id, date)),
    date,
    paid: newPaid(stored, edit, before, place.credit_card_id, date <= today),
  };
}

function spreadFields(edit: RowEdit, before: StoredRow | StoredSeries) {
  return {
    description: edit.description ?? before.description,
    notes: edit.notes === undefined ? before.notes : edit.notes,
    tags: edit.tags ?? before.tags,
    category_id: edit.categoryId ?? before.category_id,
  };
}

function newAmount(amount: AmountEdit | undefined, cents: number, isFirst: boolean): number {
  if (amount === undefined) return cents;
  if ("cents" in amount) return amount.cents;
  if ("sign" in amount) return Math.abs(cents) * amount.sign + 0;
  return isFirst ? amount.firstCents : amount.laterCents;
}

function newDate({ row, series }: StoredTransaction, scope: Scope, { date }: RowEdit, before: StoredRow): string {
  if (date === undefined) return before.date;
  if (!series || scope === "one") return date;
  return dayAfter(date, series.periodicity, (before.occurrence as number) - (row.occurrence as number));
}

type PlaceColumns = Pick<StoredRow, "account_id" | "credit_card_id">;

function newPlace(place: Place | undefined, before: PlaceColumns): PlaceColumns {
  if (place === undefined) return { account_id: before.account_id, credit_card_id: before.credit_card_id };
  return "accountId" in place
    ? { account_id: place.accountId, credit_card_id: null }
    : { account_id: null, credit_card_id: place.creditCardId };
}

const movesInvoice = ({ place, date, invoice }: RowEdit) => place !== undefined || date !== undefined || invoice !== undefined;

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

function newPaid({ row }: StoredTransaction, edit: RowEdit, before: StoredRow, cardId: number | null, isOver: boolean): boolean {
  if (cardId !== null) return true;
  if (edit.paid !== undefined && before.id === row.id) return edit.paid;
  return before.credit_card_id === null ? before.paid : isOver;
}

/** What instalments sum to follows every row; the rest of a series follows what is said of more than one. */
export function editSeries(
  stored: StoredTransaction,
  { scope, edit, now }: Editing,
  series: StoredSeries,
  addedCents: number,
): StoredSeries {
  const spread = scope === "one" ? {} : edit;
  const place = newPlace(spread.place, series);
  const anchor =
    spread.date === undefined ? undefined : { anchor_date: spread.date, anchor_occurrence: stored.row.occurrence as number };
  return {
    ...series,
    ...spreadFields(spread, series),
    ...place,
    ...anchor,
    total_cents: series.total_cents === null ? null : series.total_cents + addedCents,
    pinned_invoice: newPin(stored, spread, series, place.credit_card_id, anchor !== undefined),
    amount_cents: newAmount(spread.amount, series.amount_cents, false),
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
