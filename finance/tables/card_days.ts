import { id, integer } from "./kinds.ts";
import { table } from "./table.ts";

const dayOfMonth = integer(1, 31);

/** The days of a card, and from which invoice on they hold. */
export const card_days = table({
  entity: "card_days",
  key: ["credit_card_id", "from_invoice"],
  isLeaf: true,
  columns: {
    credit_card_id: { kind: id, refersTo: "credit_cards" },
    from_invoice: { kind: integer(-1200, 2400) },
    closing_day: { kind: dayOfMonth },
    due_day: { kind: dayOfMonth },
  },
});
