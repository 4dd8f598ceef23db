import { flag, id, integer, json, moment, name } from "./kinds.ts";
import { table } from "./table.ts";

/** Each import goes through all of them. */
export const MOST_RULES = 200;

/** What its conditions and actions name may be gone: it says nothing then. */
export const import_rules = table({
  entity: "import_rule",
  ids: "import_rules",
  most: MOST_RULES,
  isLeaf: true,
  columns: {
    id: { kind: id, shown: true },
    position: { kind: integer(1, 1_000_000), shown: true },
    name: { kind: name, shown: true },
    enabled: { kind: flag, shown: true },
    conditions: { kind: json, shown: true },
    actions: { kind: json, shown: true },
    created_at: { kind: moment, shown: true, immutable: true },
    updated_at: { kind: moment, shown: true },
  },
});
