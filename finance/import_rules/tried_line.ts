// A line that a rule fits, as it is shown.
import { Type } from "typebox";
import type { Touched } from "./history.ts";

export const TriedLine = Type.Object({
  transaction_id: Type.Integer(),
  date: Type.String({ format: "date" }),
  amount_cents: Type.Integer(),
  text: Type.String({ description: "As the bank wrote it" }),
  category_id: Type.Integer({ description: "As the rules would have it, like all that follows" }),
  description: Type.String(),
  tags: Type.Array(Type.String()),
});

export function presentTried({ line, after }: Touched) {
  const { date, amount_cents, category_id, description, tags } = after;
  return {
    transaction_id: line.transaction_id,
    date,
    amount_cents,
    text: line.description,
    category_id,
    description,
    tags: [...tags],
  };
}
