import { day, id, integer, positiveCents, recordId } from "./kinds.ts";
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
  },
});
