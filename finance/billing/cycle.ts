// The cycle of a card: which days an invoice covers, when it is due, and which invoice a purchase is on. Nothing of it is stored but the
// card's days and since when they hold.
import { addDays, lastOfMonth } from "../calendar/day.ts";

/** The days that hold from an invoice on, until the next entry. */
export interface CardDays {
  fromInvoice: number;
  closingDay: number;
  dueDay: number;
}

/** Oldest first; the first one holds for every invoice before the second. */
export type DayHistory = readonly CardDays[];

/** Invoices are numbered by the month in which they are due: 0 is January 2000. */
export function invoiceDueIn(year: number, month: number): number {
  return (year - 2000) * 12 + month - 1;
}

/** The invoice that is due in the month of the day. */
export function invoiceDueOn(day: string): number {
  return invoiceDueIn(Number(day.slice(0, 4)), Number(day.slice(5, 7)));
}

export const FIRST_INVOICE = invoiceDueIn(1900, 1);

/** Read in place of days that were lost: an invoice for each month, due on the 10th of the next. No purchase is refused or hidden meanwhile. */
const LOST_DAYS: CardDays = { fromInvoice: FIRST_INVOICE, closingDay: 31, dueDay: 10 };

/** The days of the newest invoices. */
export function newestDays(history: DayHistory): CardDays {
  return history.at(-1) ?? LOST_DAYS;
}

/** Invoices are kept for these years only: those that are due from 1990 to 2100. */
export const FIRST_KEPT_INVOICE = invoiceDueIn(1990, 1);
export const LAST_KEPT_INVOICE = invoiceDueIn(2100, 12);

/** The days whose purchases are on these invoices: an invoice is due in the month of the purchase, or one of the next two. */
export const FIRST_CARD_DAY = "1990-01-01";
export const LAST_CARD_DAY = "2100-10-31";

export interface InvoiceRange {
  first: number;
  last: number;
}

export const EVERY_INVOICE: InvoiceRange = { first: FIRST_KEPT_INVOICE, last: LAST_KEPT_INVOICE };

/** Those that a purchase of the day may be on, whatever the days of the card, with those that a client names. */
export function invoicesNear(days: readonly string[], named: readonly number[] = []): InvoiceRange {
  const due = days.map(invoiceDueOn);
  return {
    first: [...due, ...named].reduce((least, invoice) => Math.min(least, invoice), LAST_KEPT_INVOICE),
    last: [...due.map((invoice) => invoice + 2), ...named].reduce((most, invoice) => Math.max(most, invoice), FIRST_KEPT_INVOICE),
  };
}

export interface Period {
  /** The day after the invoice before was closed. After `closing` where a change of days left no day for this invoice. */
  starting: string;
  closing: string;
  due: string;
}

export function periodOf(history: DayHistory, invoice: number): Period {
  return {
    starting: addDays(closingOf(history, invoice - 1), 1),
    closing: closingOf(history, invoice),
    due: dayOfMonth(invoice, daysOf(history, invoice).dueDay),
  };
}

/**
 * The last day of an invoice. New closing days can fall before the previous closing. Then the later one holds, so that each day
 * has one invoice.
 */
export function closingOf(history: DayHistory, invoice: number): string {
  if (history.length === 0) return plannedClosing(LOST_DAYS, invoice);
  let latest = "";
  history.forEach((days, index) => {
    if (index > 0 && days.fromInvoice > invoice) return;
    const next = history[index + 1];
    const lastOfThese = next === undefined ? invoice : Math.min(invoice, next.fromInvoice - 1);
    const closing = plannedClosing(days, lastOfThese);
    if (closing > latest) latest = closing;
  });
  return latest;
}

/** In the month of the due day if that is later, else in the month before. */
function plannedClosing({ closingDay, dueDay }: CardDays, invoice: number): string {
  return dayOfMonth(closingDay < dueDay ? invoice : invoice - 1, closingDay);
}

function daysOf(history: DayHistory, invoice: number): CardDays {
  return history.findLast((days) => days.fromInvoice <= invoice) ?? history[0] ?? LOST_DAYS;
}

/** In a month that is too short, its last day. */
function dayOfMonth(month: number, day: number): string {
  const year = 2000 + Math.floor(month / 12);
  const first = `${String(year).padStart(4, "0")}-${String((((month % 12) + 12) % 12) + 1).padStart(2, "0")}-01`;
  const last = lastOfMonth(first);
  return day >= Number(last.slice(8)) ? last : `${first.slice(0, 8)}${String(day).padStart(2, "0")}`;
}

/** The invoice whose period holds the day. */
export function invoiceOn(history: DayHistory, day: string): number {
  let invoice = invoiceDueOn(day);
  while (closingOf(history, invoice) < day) invoice++;
  while (closingOf(history, invoice - 1) >= day) invoice--;
  return invoice;
}

/** The first invoice that is due on the day or later, by these days. */
export function firstDueSince(days: Pick<CardDays, "dueDay">, day: string): number {
  const invoice = invoiceDueOn(day);
  return dayOfMonth(invoice, days.dueDay) >= day ? invoice : invoice + 1;
}

/** The history with other days from an invoice on. What was planned for later invoices gives way. */
export function changeDays(history: DayHistory, change: CardDays): DayHistory {
  return [...history.filter(({ fromInvoice }) => fromInvoice < change.fromInvoice), change];
}
