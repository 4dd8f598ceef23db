// Invoices are numbered by the month in which they are due; those from 1990 to 2100 can be asked for.
import { FIRST_KEPT_INVOICE, invoiceDueOn, LAST_KEPT_INVOICE } from "../billing/cycle.ts";
import { fail } from "../errors.ts";
import type { Period } from "../fields/period.ts";

/** Those of 1999 and before are negative. What cannot be a number is answered like a card that nobody has. */
export function readInvoiceNumber(text: string): number {
  const number = /^(0|-?[1-9]\d{0,3})$/.test(text) ? Number(text) : Number.NaN;
  if (!(number >= FIRST_KEPT_INVOICE && number <= LAST_KEPT_INVOICE)) throw fail.recordUnknown();
  return number;
}

/** The numbers of the invoices that are due in the months of a period. No month may be left, and then the first is after the last. */
export function numbersIn({ start, end }: Period): { first: number; last: number } {
  return { first: Math.max(invoiceDueOn(start), FIRST_KEPT_INVOICE), last: Math.min(invoiceDueOn(end), LAST_KEPT_INVOICE) };
}

const MONTHS = {
  "pt-BR": "Janeiro Fevereiro Março Abril Maio Junho Julho Agosto Setembro Outubro Novembro Dezembro".split(" "),
  en: "January February March April May June July August September October November December".split(" "),
};

export type Language = keyof typeof MONTHS;

/** The first day of the month in which an invoice is due. */
export function monthOf(invoice: number): string {
  const month = ((invoice % 12) + 12) % 12;
  return `${2000 + Math.floor(invoice / 12)}-${String(month + 1).padStart(2, "0")}-01`;
}

/** The month in which an invoice is due: `Julho de 2015`, `July 2015`. */
export function monthText(invoice: number, language: Language): string {
  const [year, month] = monthOf(invoice).split("-");
  const name = MONTHS[language][Number(month) - 1];
  return language === "en" ? `${name} ${year}` : `${name} de ${year}`;
}
