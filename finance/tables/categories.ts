import { dateMoment, flag, id, line, name, oneOf, orNull, pattern } from "./kinds.ts";
import { table } from "./table.ts";

export const categories = table({
  entity: "category",
  ids: "categories",
  columns: {
    id: { kind: id, shown: true },
    name: { kind: name, shown: true },
    color: { kind: pattern(/^[0-9a-f]{6}$/), shown: true },
    parent_id: { kind: orNull(id), shown: true, refersTo: "categories" },
    /** `none` is for what only moves money. */
    kind: { kind: oneOf("expenses", "earnings", "none"), shown: true },
    group_id: { kind: line, shown: true },
    fixed: { kind: flag, shown: true },
    essential: { kind: flag, shown: true },
    archived: { kind: flag, shown: true },
    uuid: { kind: pattern(/^[0-9a-f]{40}$/), shown: true, immutable: true },
    created_at: { kind: dateMoment, shown: true, immutable: true },
    updated_at: { kind: dateMoment, shown: true },
  },
});
