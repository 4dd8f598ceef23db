// Whether a row is still as an entry of the log says.
import type { Row } from "./net.ts";

const MOMENTS = new Set(["created_at", "updated_at"]);
/** What changes by itself: a moment with every write, and how far a fixed series has made its rows. */
const MOVING = new Set(["updated_at", "last_occurrence"]);

/** In the columns that the image has. Moments are written in more than one way. */
export function isStill(row: Row, image: Row): boolean {
  return Object.entries(image).every(([name, value]) => MOVING.has(name) || isSame(name, row[name], value));
}

export function isSame(name: string, one: unknown, other: unknown): boolean {
  if (MOMENTS.has(name)) return Date.parse(String(one)) === Date.parse(String(other));
  return JSON.stringify(one ?? null) === JSON.stringify(other ?? null);
}
