// The invoice of a purchase: by its day, or another one if the shop sent it late.
import type { Signal } from "@preact/signals";
import { useData } from "../data/use_data.ts";
import { language } from "../language.ts";
import { monthName, shortDay } from "../rules/day_names.ts";
import { addMonths, invoiceMonth, lastDayOf, monthOf } from "../rules/days.ts";
import type { Invoice } from "../rules/records.ts";
import { type Option, SelectField } from "../ui/form.tsx";
import { fieldWords, statusWords } from "./words.ts";

interface InvoiceFieldProps {
  cardId: string;
  date: string;
  /** Number of the invoice; empty for the one of the day. */
  value: Signal<string>;
  problem: string | undefined;
}

/** The invoices around a day, and the one that contains it. */
export function useInvoices(cardId: string, date: string): { invoices: readonly Invoice[]; usual: Invoice | undefined } {
  const month = monthOf(date);
  const period = `start_date=${addMonths(month, -1)}-01&end_date=${lastDayOf(addMonths(month, 3))}`;
  const invoices = useData<Invoice[]>(`/credit_cards/${encodeURIComponent(cardId)}/invoices?${period}`).data ?? [];
  return { invoices, usual: invoices.find((each) => holds(each, date)) };
}

export const holds = ({ starting_date: from, closing_date: to }: Invoice, date: string) => from <= date && date <= to;

export function InvoiceField({ cardId, date, value, problem }: InvoiceFieldProps) {
  const { invoices, usual } = useInvoices(cardId, date);
  const name = ({ id, date: due }: Invoice) =>
    `${monthName(invoiceMonth(id), language)} · ${statusWords.isDue(shortDay(due, language))}`;
  const others = invoices.filter(({ id, status }) => id !== usual?.id && status !== "paid");
  const options: Option[] = [
    ["", usual ? name(usual) : fieldWords.byDay],
    ...others.map((each): Option => [String(each.id), name(each)]),
  ];
  return <SelectField label={fieldWords.invoice} value={value} problem={problem} options={options} />;
}
