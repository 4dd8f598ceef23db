import { cents, day, flag, id, integer, orNull, recordId, text } from "./kinds.ts";
import { table } from "./table.ts";

const count = integer(0, 1_000_000);
const bankText = text(10_000);

/** Which line of which import became which transaction. A link never changes, and what it names may be gone by now. */
export const source_links = table({
  entity: "source_link",
  ids: "source_links",
  notRestored: "they belong to imports",
  columns: {
    id: { kind: recordId },
    import_id: { kind: id, immutable: true },
    /** The line's number within the import. */
    line: { kind: count, immutable: true },
    account_id: { kind: orNull(id), immutable: true },
    credit_card_id: { kind: orNull(id), immutable: true },
    content_key: { kind: bankText, immutable: true },
    fitid: { kind: orNull(bankText), immutable: true },
    day: { kind: day, immutable: true },
    amount_cents: { kind: cents, immutable: true },
    part_k: { kind: orNull(count), immutable: true },
    part_n: { kind: orNull(count), immutable: true },
    /** As the bank wrote it. */
    description: { kind: bankText, immutable: true },
    /** That the import gave; the user may have changed it since. */
    category_id: { kind: orNull(id), immutable: true },
    transaction_id: { kind: recordId, immutable: true },
    /** Whether the import made the transaction, or found it there. */
    made: { kind: flag, immutable: true },
  },
});
