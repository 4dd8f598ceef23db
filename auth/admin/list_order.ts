// The order of a list by cursor, and the cursor: a position in that order, with a digest of what the list contains.
import { createHash } from "node:crypto";
import { fail } from "../errors.ts";

export const SORT_FIELDS = ["created_at", "last_sign_in_at", "email"] as const;
export type SortField = (typeof SORT_FIELDS)[number];

export interface Order {
  field: SortField;
  isAscending: boolean;
}

/** Of a user in the list, which is sorted by a key and the id. */
export interface Position {
  /** Whole microseconds since 1970, which a date of JavaScript has not, or "never"; an address in hexadecimal. */
  key: string;
  id: string;
}

const KEYS: Record<SortField, RegExp> = {
  created_at: /^-?[0-9]{1,17}$/,
  last_sign_in_at: /^(-?[0-9]{1,17}|never)$/,
  email: /^([0-9a-f]{2}){1,1100}$/,
};

const ID = "[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}";
export const CURSOR_PATTERN = `^([0-9a-z-]{1,2200}_${ID}_[0-9a-f]{12})?$`;

/** The first decides and the others are only checked. */
export function readOrder(fields: readonly string[]): Order {
  const orders = fields
    .filter((each) => each !== "")
    .map((each): Order => {
      const [name, direction = "asc", ...more] = each.trim().split(/\s+/);
      const field = SORT_FIELDS.find((one) => one === name);
      if (!field) throw fail.badSort({ values: { problem: `bad field for sort, only ${SORT_FIELDS.join(", ")} are allowed` } });
      if (!["asc", "desc"].includes(direction) || more.length > 0) {
        throw fail.badSort({ values: { problem: "bad direction for sort, only asc and desc are allowed" } });
      }
      return { field, isAscending: direction === "asc" };
    });
  return orders[0] ?? { field: "created_at", isAscending: false };
}

export function writeCursor({ key, id }: Position, list: object): string {
  return `${key}_${id}_${digestOf(list)}`;
}

/** `list`: what was asked for besides the cursor, which must be the same as when the cursor was made. */
export function readCursor(cursor: string | undefined, { field }: Order, list: object): Position | undefined {
  if (!cursor) return undefined;
  const [key = "", id = "", digest] = cursor.split("_");
  if (digest !== digestOf(list) || !KEYS[field].test(key) || (field === "email" && Buffer.from(key, "hex").includes(0))) {
    throw fail.badPagination({ values: { problem: "cursor belongs to a list with other filters or another order" } });
  }
  return { key, id };
}

function digestOf(list: object): string {
  return createHash("sha256").update(JSON.stringify(list)).digest("hex").slice(0, 12);
}
