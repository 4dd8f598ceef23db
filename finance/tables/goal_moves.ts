import { cents, dateMoment, day, id, integer, orNull, recordId } from "./kinds.ts";
import { table } from "./table.ts";

/** Reading sums goes through all of them, and sums of as many of the largest amounts stay exact. */
export const MOST_MOVES = 5_000;

/** What a goal sets aside on an account, gives up, or has spent. A move never changes. */
export const goal_moves = table({
  entity: "goal_move",
  ids: "goal_moves",
  unique: ["transaction_id"],
  most: MOST_MOVES,
  isLeaf: true,
  columns: {
    id: { kind: id, shown: true },
    goal_id: { kind: id, shown: true, immutable: true, refersTo: "goals" },
    account_id: { kind: id, shown: true, immutable: true, refersTo: "accounts" },
    /** Negative where the goal gives it up. */
    amount_cents: { kind: cents, shown: true, immutable: true },
    date: { kind: day, shown: true, immutable: true },
    /** Among the moves of the goal. Ids are no order: a write that is tried again keeps those that it drew first. */
    position: { kind: integer(1, 1_000_000), shown: true, immutable: true },
    /** The purchase that uses the goal. It may be gone, and takes nothing then. */
    transaction_id: { kind: orNull(recordId), shown: true, immutable: true },
    created_at: { kind: dateMoment, shown: true, immutable: true },
  },
});
