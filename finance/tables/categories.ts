import { dateMoment, flag, id, line, name, oneOf, orNull, pattern } from "./kinds.ts";
import { table } from "./table.ts";

export const categories = table({
  entity: "category",
  ids: "categories",
  columns: {
    id: { kind: id, shown: true },
    name: { kind: name, shown: true, settable: true },
    color: { kind: pattern(/^[0-9a-f]{6}$/), shown: true },
    parent_id: { kind: orNull(id), shown: true, refersTo: "categories", absent: null },
    /** `none` is for what only moves money. */
    kind: { kind: oneOf("expenses", "earnings", "none"), shown: true },
    /** Some client insists on a text, as it does for the institution of an account. */
    group_id: { kind: line, shown: true, absent: "default" },
    fixed: { kind: flag, shown: true, settable: true, absent: false },
    essential: { kind: flag, shown: true, settable: true, absent: false },
    archived: { kind: flag, shown: true, settable: true, absent: false },
    uuid: { kind: pattern(/^[0-9a-f]{40}$/), shown: true, immutable: true },
    created_at: { kind: dateMoment, shown: true, immutable: true },
    updated_at: { kind: dateMoment, shown: true },
  },
});
