import { id, json, moment, pattern } from "./kinds.ts";
import { table } from "./table.ts";

/** The one that was used least lately makes room for one more. */
export const MOST_LAYOUTS = 100;

/** What somebody said of the columns of a table that no bank's layout fits. */
export const import_layouts = table({
  entity: "import_layout",
  ids: "import_layouts",
  most: MOST_LAYOUTS,
  unique: ["header_key"],
  isLeaf: true,
  columns: {
    id: { kind: id, shown: true },
    header_key: { kind: pattern(/^[0-9a-f]{32}$/), shown: true, immutable: true },
    columns: { kind: json, shown: true },
    created_at: { kind: moment, shown: true, immutable: true },
    updated_at: { kind: moment, shown: true },
  },
});
