// The rows that a series makes: on which day each occurrence falls, and on which invoice of its card.
import { type DayHistory, FIRST_KEPT_INVOICE, invoiceOn, LAST_CARD_DAY, LAST_KEPT_INVOICE } from "../billing/cycle.ts";
import { dayAfter, type Periodicity, STEPS, stepsThrough } from "../calendar/periodicity.ts";
import { plainFieldsOf } from "../rows/plain_fields.ts";
import { PLAIN_ROW } from "../rows/stored_row.ts";
import type { StoredRow, StoredSeries } from "../tables/tables.ts";

type Rule = Pick<StoredSeries, "anchor_date" | "anchor_occurrence" | "periodicity">;

export function dateOf(series: Rule, occurrence: number): string {
  return dayAfter(series.anchor_date, series.periodicity, occurrence - series.anchor_occurrence);
}

/** The last occurrence that is not after the day. On a card none is made past the days that are kept for cards. */
export function lastThrough(series: Rule & Pick<StoredSeries, "credit_card_id">, day: string): number {
  const through = series.credit_card_id !== null && day > LAST_CARD_DAY ? LAST_CARD_DAY : day;
  return series.anchor_occurrence + stepsThrough(series.anchor_date, series.periodicity, through);
}

export interface Pin {
  /** The invoice that the client named for the occurrence on this day. */
  invoice: number;
  day: string;
  periodicity: Periodicity;
  /** From that occurrence to this one. */
  steps: number;
}

/**
 * If the client named the invoice of one occurrence, the others follow: by the months between them, or by their dates where days
 * are counted. None leaves the range of stored years.
 */
export function pinnedInvoice(days: DayHistory, date: string, { invoice, day, periodicity, steps }: Pin): number {
  const step: { days?: number; months?: number } = STEPS[periodicity];
  const { months = 0 } = step;
  const moved = months > 0 ? months * steps : invoiceOn(days, date) - invoiceOn(days, day);
  return Math.max(Math.min(invoice + moved, LAST_KEPT_INVOICE), FIRST_KEPT_INVOICE);
}

/** Of the card that the series is on. */
export function invoiceOf(series: StoredSeries, days: DayHistory, occurrence: number): number {
  const date = dateOf(series, occurrence);
  if (series.pinned_invoice === null) return invoiceOn(days, date);
  const steps = occurrence - series.anchor_occurrence;
  return pinnedInvoice(days, date, {
    invoice: series.pinned_invoice,
    day: series.anchor_date,
    periodicity: series.periodicity,
    steps,
  });
}

export interface Making {
  /** Of the card, where the series is on one. */
  days: DayHistory | undefined;
  /** Rows up to this day are paid. */
  today: string;
  now: Date;
}

/** A row is as its series says. */
export function rowOf(series: StoredSeries, occurrence: number, id: number, { days, today, now }: Making): StoredRow {
  const date = dateOf(series, occurrence);
  const at = now.toISOString();
  return {
    ...PLAIN_ROW,
    id,
    account_id: series.account_id,
    credit_card_id: series.credit_card_id,
    credit_card_invoice_id: series.credit_card_id === null ? null : invoiceOf(series, days as DayHistory, occurrence),
    invoice_pinned: series.pinned_invoice !== null,
    category_id: series.category_id,
    parts: series.parts,
    ...plainFieldsOf(series),
    date,
    paid: series.credit_card_id !== null || date <= today,
    amount_cents: series.amount_cents,
    series_id: series.id,
    occurrence,
    total_installments: series.total_installments,
    recurring: series.kind === "fixed",
    created_at: at,
    created_by_id: series.created_by_id,
    updated_at: at,
  };
}

/** Whether a fixed series still has to make rows up to that day. */
export function lacksRows(series: StoredSeries, through: string): boolean {
  return series.kind === "fixed" && !series.ended && lastThrough(series, through) > series.last_occurrence;
}

/** How many occurrences a fixed series still has to make, so that it has its rows through that day. */
export function countMissing(series: StoredSeries, through: string): number {
  return lacksRows(series, through) ? lastThrough(series, through) - series.last_occurrence : 0;
}

export function missingOccurrences(series: StoredSeries, through: string): number[] {
  return Array.from({ length: countMissing(series, through) }, (_, index) => series.last_occurrence + 1 + index);
}
