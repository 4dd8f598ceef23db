// The id at the end of a path.
import { fail } from "../errors.ts";

const LARGEST_INT4 = 2 ** 31 - 1;

/** What cannot be an id is answered like one that nobody has. */
export function readPathId(text: string, most = LARGEST_INT4): number {
  const id = /^\d{1,16}$/.test(text) ? Number(text) : 0;
  if (id < 1 || id > most) throw fail.recordUnknown();
  return id;
}
