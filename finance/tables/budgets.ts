import { day, flag, id, integer, oneOf, orNull, positiveCents, recordId } from "./kinds.ts";
import { table } from "./table.ts";

export const budgets = table({
  entity: "budget",
  ids: "budgets",
  unique: ["date", "category_id", "activity_type"],
  isLeaf: true,
  columns: {
    id: { kind: recordId, shown: true },
    category_id: { kind: id, shown: true, refersTo: "categories" },
    /** The first of the month. */
    date: { kind: day, shown: true },
    /** 0: at most so much is spent. 1: at least so much is earned. */
    activity_type: { kind: integer(0, 1), shown: true },
    amount_cents: { kind: positiveCents },
    /** What of its rest the next month gets. Answers have these fields where a budget uses them. */
    carry: { kind: oneOf("none", "surplus", "both"), settable: true, absent: "none", since: "0.4.0" },
    /** So much of what is left at most. */
    carry_cap_cents: { kind: orNull(positiveCents), settable: true, absent: null, since: "0.4.0" },
    /** Its month is filled up to the amount: what came from the month before is part of it. */
    refill: { kind: flag, settable: true, absent: false, since: "0.4.0" },
  },
});
