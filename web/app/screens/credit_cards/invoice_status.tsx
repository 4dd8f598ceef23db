// The status of an invoice: a word, and a colour that repeats it.
import type { InvoiceStatus } from "../../rules/records.ts";
import { invoiceWords } from "./invoice_words.ts";

export function Status({ status }: { status: InvoiceStatus }) {
  return <span class={`status ${status}`}>{invoiceWords.status[status]}</span>;
}
