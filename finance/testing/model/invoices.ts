// Test support: invoices of the model, counted in its own way: month by month from the card's days, and anew from the rows each time.
import { dayAfter, MONTHS, monthEnd } from "./days.ts";
import type { Card, Model, Row } from "./model.ts";

/** The invoice that is due in the month of the day: 0 is January 2000. */
export function numberOf(day: string): number {
  const [year = 0, month = 0] = day.split("-").map(Number);
  return (year - 2000) * 12 + month - 1;
}

/** They are asked for again and again. */
const cache = new Map<string, string>();

function dayIn(invoice: number, day: number): string {
  const key = `${invoice} ${day}`;
  const date = cache.get(key) ?? dayInMonth(invoice, day);
  cache.set(key, date);
  return date;
}

/** A day of the month in which the invoice is due, or the last one of a month that is too short. */
function dayInMonth(invoice: number, day: number): string {
  const first = `${2000 + Math.floor(invoice / 12)}-${String((((invoice % 12) + 12) % 12) + 1).padStart(2, "0")}-01`;
  return [dayAfter(first, day - 1), monthEnd(first)].sort()[0] as string;
}

type Days = Card["days"][number];

function daysOf({ days }: Pick<Card, "days">, invoice: number): Days {
  return [...days].reverse().find(({ from }) => from <= invoice) ?? (days[0] as Days);
}

/** The closing day of the month, or of the month before; never before that of the invoices before. */
export function closingOf(card: Pick<Card, "days">, invoice: number): string {
  const planned = [3, 2, 1, 0].map((before) => {
    const { closing, due } = daysOf(card, invoice - before);
    return dayIn(closing < due ? invoice - before : invoice - before - 1, closing);
  });
  return planned.sort().at(-1) as string;
}

export const dueOf = (card: Pick<Card, "days">, invoice: number) => dayIn(invoice, daysOf(card, invoice).due);

/** The first one that is closed on the day or later. */
export function invoiceOn(card: Pick<Card, "days">, day: string): number {
  let invoice = numberOf(day) - 2;
  while (closingOf(card, invoice) < day) invoice++;
  return invoice;
}

/** Of a row of a series some steps from the one whose invoice was named. */
export function pinnedOn(card: Card, pinned: number, anchor: string, day: string, periodicity: string, steps: number): number {
  const months = MONTHS[periodicity];
  const moved = months === undefined ? invoiceOn(card, day) - invoiceOn(card, anchor) : months * steps;
  return Math.min(Math.max(pinned + moved, -120), 1211);
}

export interface Figures {
  previous: number;
  amount: number;
  payment: number;
  balance: number;
  /** Payments that were made. */
  payments: number;
}

const isOn = (row: Row, cardId: number, invoice: number) => row.accountId === cardId && row.invoice === invoice;
export const paysFor = (row: Row, cardId: number, invoice: number) => row.pays?.cardId === cardId && row.pays.invoice === invoice;
const sum = (rows: readonly Row[]) => rows.reduce((cents, row) => cents + row.cents, 0);

/** What an invoice carries is what the one before left, if anybody paid for that at all. */
export function figuresOf(model: Model, cardId: number, invoice: number): Figures {
  const paymentsOf = (each: number) => model.rows.filter((row) => paysFor(row, cardId, each) && row.paid);
  let first = invoice;
  while (paymentsOf(first - 1).length > 0) first--;
  let previous = 0;
  for (let each = first; each < invoice; each++) previous += sumOn(model, cardId, each) - sum(paymentsOf(each));
  const [amount, payment] = [sumOn(model, cardId, invoice), sum(paymentsOf(invoice))];
  return { previous, amount, payment, balance: previous + amount - payment, payments: paymentsOf(invoice).length };
}

const sumOn = (model: Model, cardId: number, invoice: number) => sum(model.rows.filter((row) => isOn(row, cardId, invoice)));

/** What was bought is paid when its invoice is. */
export function isSettled(model: Model, row: Row): boolean {
  const { payments, balance } = figuresOf(model, row.accountId, row.invoice as number);
  return payments > 0 && balance >= 0;
}

/** On which anything happened, and the one after each, to which something may be left. */
export function invoicesOf(model: Model, cardId: number): number[] {
  const own = model.rows.flatMap((row) => {
    if (row.pays?.cardId === cardId) return [row.pays.invoice];
    return row.accountId === cardId && row.invoice !== null ? [row.invoice] : [];
  });
  return [...new Set(own.flatMap((invoice) => [invoice, invoice + 1]))].sort((one, other) => one - other);
}

/** On all invoices that nobody has paid anything of. */
export function outstandingOf(model: Model, cardId: number): number {
  const figures = invoicesOf(model, cardId).map((invoice) => figuresOf(model, cardId, invoice));
  return figures.filter(({ payments }) => payments === 0).reduce((owed, { balance }) => owed + Math.max(-balance, 0), 0);
}
