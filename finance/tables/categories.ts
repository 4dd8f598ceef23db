import { dateMoment, flag, id, line, name, oneOf, orNull, pattern, withDescription } from "./kinds.ts";
import { table } from "./table.ts";

/** The icons that a category may have. Stored rows and exports name them, so none may be removed. */
export const CATEGORY_ICONS = [
  "tag",
  "home",
  "phone",
  "key",
  "transfer",
  "cart",
  "food",
  "car",
  "fuel",
  "bus",
  "plane",
  "energy",
  "water",
  "wifi",
  "health",
  "pill",
  "gym",
  "school",
  "book",
  "ticket",
  "film",
  "music",
  "game",
  "gift",
  "clothes",
  "bag",
  "pet",
  "child",
  "beauty",
  "repair",
  "work",
  "wallet",
  "savings",
  "money",
  "coins",
  "percent",
  "receipt",
  "shield",
  "faith",
  "plant",
  "coffee",
  "drink",
  "bike",
  "screen",
  "laptop",
  "sofa",
] as const;

export type CategoryIcon = (typeof CATEGORY_ICONS)[number];

const icon = withDescription(oneOf(...CATEGORY_ICONS), "null: the one that the name suggests");

export const categories = table({
  entity: "category",
  ids: "categories",
  columns: {
    id: { kind: id, shown: true },
    name: { kind: name, shown: true, settable: true },
    color: { kind: pattern(/^[0-9a-f]{6}$/), shown: true },
    /** Null where nobody has chosen one. */
    icon: { kind: orNull(icon), shown: true, settable: true, absent: null, since: "0.3.0" },
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
