import { flag, id, integer, moment, text } from "./kinds.ts";
import { table } from "./table.ts";

/** Which category goes with whom. A category that is gone is remembered no more. */
export const category_memory = table({
  entity: "category_memory",
  ids: "category_memory",
  unique: ["merchant", "is_income"],
  isLeaf: true,
  columns: {
    id: { kind: id, shown: true },
    merchant: { kind: text(200, { filled: true }), shown: true, immutable: true },
    is_income: { kind: flag, immutable: true },
    category_id: { kind: id, shown: true },
    hits: { kind: integer(1, 1_000_000), shown: true },
    created_at: { kind: moment, shown: true, immutable: true },
    updated_at: { kind: moment, shown: true },
  },
});
