// Fields that link a transaction to what does not exist, or is not made through it: contacts, transfers, payments of invoices.
import { readId } from "../fields/readers.ts";
import { addProblem, type Submitted } from "../fields/record.ts";

const LINKS = ["contact_id", "oposite_transaction_id", "oposite_account_id"] as const;
const PAYMENT_LINKS = ["paid_credit_card_id", "paid_credit_card_invoice_id"] as const;

export type LinkName = (typeof LINKS | typeof PAYMENT_LINKS)[number];

/** Of a new one. What it is said to pay is ignored, as by the original service: clients copy whole records, and payments have their own path. */
export function refuseNewLinks(record: Submitted): void {
  refuse(record, LINKS, {});
}

/** Null says that there is no link, and what is stored may be sent back. */
export function refuseLinks(record: Submitted, stored: Partial<Record<LinkName, number | null>>): void {
  refuse(record, [...LINKS, ...PAYMENT_LINKS], stored);
}

function refuse(record: Submitted, names: readonly LinkName[], stored: Partial<Record<LinkName, number | null>>): void {
  for (const name of names) {
    const id = readId(record, name, Number.MAX_SAFE_INTEGER);
    if (typeof id === "number" && id !== stored[name]) addProblem(record, name, { kind: "unknown" });
  }
}
