// The rule of the dates, and the row that the next occurrence will be like.
import { PERIODICITIES } from "../calendar/periodicity.ts";
import { MOST_CENTS } from "../money/cents.ts";
import { cents, day, flag, id, integer, moment, oneOf, orNull, recordId } from "./kinds.ts";
import { parts } from "./parts.ts";
import { table } from "./table.ts";
import { MOST_INSTALLMENTS, transactions } from "./transactions.ts";

const occurrence = integer(1, 1_000_000);

/** What a row takes from its series is of the same kind in both. */
const { description, notes, tags } = transactions.columns;

export const series = table({
  entity: "series",
  ids: "series",
  columns: {
    id: { kind: recordId },
    kind: { kind: oneOf("fixed", "installments"), immutable: true },
    periodicity: { kind: oneOf(...PERIODICITIES), immutable: true },
    /** 1 for a fixed series. */
    total_installments: { kind: integer(1, MOST_INSTALLMENTS), immutable: true },
    /** What the instalments sum to; null for a fixed series. */
    total_cents: { kind: orNull(integer(-MOST_INSTALLMENTS * MOST_CENTS, MOST_INSTALLMENTS * MOST_CENTS)) },
    /** The date of occurrence `anchor_occurrence`; all later ones are counted from it, so that the day of the month is kept. */
    anchor_date: { kind: day },
    anchor_occurrence: { kind: occurrence },
    /** The highest that was ever made: what was deleted is not made again. */
    last_occurrence: { kind: integer(0, 1_000_000) },
    ended: { kind: flag },
    account_id: { kind: orNull(id), refersTo: "accounts" },
    credit_card_id: { kind: orNull(id), refersTo: "credit_cards" },
    /** Where the client named the invoice of the occurrence at the anchor: the others are counted from it. */
    pinned_invoice: { kind: orNull(integer(-2400, 2400)) },
    category_id: { kind: id, refersTo: "categories" },
    /** Of a fixed one. Instalments are all made at once, each with its own. */
    parts: { kind: orNull(parts), absent: null, since: "0.4.0" },
    description,
    amount_cents: { kind: cents },
    notes,
    tags,
    created_at: { kind: moment, immutable: true },
    /** The rows that it makes are theirs too. */
    created_by_id: { kind: orNull(id), immutable: true, absent: null, since: "0.3.0" },
    updated_at: { kind: moment },
  },
});
