// What the space remembers of a merchant, as it is shown.
import { Type } from "typebox";
import { momentText } from "../calendar/moment.ts";
import type { StoredMemory } from "../tables/tables.ts";

export const MemoryReply = Type.Object({
  id: Type.Integer(),
  merchant: Type.String({ description: "Who is on the other side, in capitals and without accents" }),
  kind: Type.String({ enum: ["expense", "income"], description: "Whether the money goes there or comes from there" }),
  category_id: Type.Integer({ description: "That the user gave last; one that is gone or archived is not proposed" }),
  hits: Type.Integer({ description: "How often in a row" }),
  created_at: Type.String({ format: "date-time" }),
  updated_at: Type.String({ format: "date-time" }),
});

export function presentMemory({ is_income: isIncome, ...row }: StoredMemory, timeZone: string) {
  return {
    ...row,
    kind: isIncome ? "income" : "expense",
    created_at: momentText(new Date(row.created_at), timeZone),
    updated_at: momentText(new Date(row.updated_at), timeZone),
  };
}
