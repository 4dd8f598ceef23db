import { attachments } from "./attachments.ts";
import { cents, day, flag, id, integer, invoice, line, moment, name, orNull, recordId, tags, text } from "./kinds.ts";
import { parts } from "./parts.ts";
import { table } from "./table.ts";

export const LONGEST_NOTES = 10_000;
export const MOST_INSTALLMENTS = 480;

export const transactions = table({
  entity: "transaction",
  ids: "transactions",
  isPostedSingly: true,
  columns: {
    id: { kind: recordId, shown: true },
    /** Of account and card one is null. Answers show the card's id in both. */
    account_id: { kind: orNull(id), shown: true, refersTo: "accounts" },
    credit_card_id: { kind: orNull(id), shown: true, refersTo: "credit_cards", absent: null },
    credit_card_invoice_id: { kind: orNull(invoice), shown: true, absent: null },
    /** The client named the invoice; else it is the one whose period holds the date. */
    invoice_pinned: { kind: flag, absent: false },
    /** Of a split row that of its largest part. */
    category_id: { kind: id, shown: true, refersTo: "categories" },
    /** What it is split into; only what was earned or spent is. */
    parts: { kind: orNull(parts), shown: true, absent: null, since: "0.4.0" },
    description: { kind: line, shown: true, settable: name, carried: true },
    date: { kind: day, shown: true },
    /** A purchase on a card counts as spent at once; whether its invoice is paid is computed when it is read. */
    paid: { kind: flag, shown: true },
    amount_cents: { kind: cents, shown: true },
    notes: { kind: orNull(text(LONGEST_NOTES)), shown: true, settable: true, carried: true, absent: null },
    tags: { kind: tags, shown: true, settable: true, carried: true, absent: [] },
    series_id: { kind: orNull(recordId), refersTo: "series", absent: null },
    occurrence: { kind: orNull(integer(1, 1_000_000)), absent: null },
    total_installments: { kind: integer(1, MOST_INSTALLMENTS), shown: true, absent: 1 },
    recurring: { kind: flag, shown: true, absent: false },
    oposite_transaction_id: { kind: orNull(recordId), shown: true, refersTo: "transactions", absent: null },
    oposite_account_id: { kind: orNull(id), shown: true, refersTo: "accounts", absent: null },
    paid_credit_card_id: { kind: orNull(id), shown: true, refersTo: "credit_cards", absent: null },
    paid_credit_card_invoice_id: { kind: orNull(invoice), shown: true, absent: null },
    /** Receipts, the oldest first. Answers have their addresses. */
    attachments: { kind: orNull(attachments), shown: true, absent: null, since: "0.4.0" },
    /** The transaction whose money it brings back. */
    refund_of_id: { kind: orNull(recordId), shown: true, mayReferTo: "transactions", absent: null, since: "0.4.0" },
    /** Of a leg of a transfer: the transaction of the same account that it was split from. */
    split_from_id: { kind: orNull(recordId), shown: true, mayReferTo: "transactions", absent: null, since: "0.4.0" },
    created_at: { kind: moment, shown: true, immutable: true },
    /** The user who wrote it; of a row of a fixed series, who wrote the series. Null where that is not known. */
    created_by_id: { kind: orNull(id), shown: true, immutable: true, absent: null, since: "0.3.0" },
    updated_at: { kind: moment, shown: true },
  },
});
