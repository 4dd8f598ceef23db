// How an invoice stands: a word, and a colour that repeats it.
import type { InvoiceStatus } from "../../rules/records.ts";
import { invoice as text } from "./invoice_words.ts";

export function Status({ status }: { status: InvoiceStatus }) {
  return <span class={`status ${status}`}>{text.status[status]}</span>;
}
