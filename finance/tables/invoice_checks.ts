import { cents, dateMoment, id, invoice, orNull, recordId, recordIds } from "./kinds.ts";
import { table } from "./table.ts";

/** Far more than a bill has lines. */
export const MOST_TICKED = 2_000;

/** One for each invoice that somebody has checked against the bank's bill. */
export const invoice_checks = table({
  entity: "invoice_check",
  isLeaf: true,
  columns: {
    /** Made of card and invoice. */
    id: { kind: recordId, shown: true },
    credit_card_id: { kind: id, shown: true, immutable: true, refersTo: "credit_cards" },
    invoice: { kind: invoice, immutable: true },
    /** Those that are gone are ticked again when they are back, so they need not be there. */
    transaction_ids: { kind: recordIds(MOST_TICKED), shown: true },
    bill_cents: { kind: orNull(cents), shown: true },
    created_at: { kind: dateMoment, immutable: true },
    updated_at: { kind: dateMoment, shown: true },
  },
});
