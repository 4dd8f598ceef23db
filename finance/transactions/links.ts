// Fields that link a transaction to what does not exist, or is not made through it: cards and their invoices, contacts, transfers.
import { readId } from "../fields/readers.ts";
import { addProblem, type Submitted } from "../fields/record.ts";

const LINKS = [
  "credit_card_id",
  "credit_card_invoice_id",
  "paid_credit_card_id",
  "paid_credit_card_invoice_id",
  "contact_id",
  "oposite_transaction_id",
  "oposite_account_id",
] as const;

export type LinkName = (typeof LINKS)[number];

/**
 * Null says that there is no link, and what is stored may be sent back. With an account the original service ignores the card and its
 * invoice: some clients always send both.
 */
export function refuseLinks(record: Submitted, stored: Partial<Record<LinkName, number | null>> = {}): void {
  const { fields } = record;
  const cardIsIgnored = hasValue(fields.get("account_id")) && hasValue(fields.get("credit_card_id"));
  for (const name of LINKS) {
    if (cardIsIgnored && (name === "credit_card_id" || name === "credit_card_invoice_id")) continue;
    const id = readId(record, name, Number.MAX_SAFE_INTEGER);
    if (typeof id === "number" && id !== stored[name]) addProblem(record, name, { kind: "unknown" });
  }
}

function hasValue(field: { value: unknown } | undefined): boolean {
  return field !== undefined && field.value !== null;
}
