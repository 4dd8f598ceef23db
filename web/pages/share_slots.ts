// How many shared files are received at once: they are in memory, and nobody needs to be signed in.
import { fail } from "../errors.ts";

const MOST = 2;
const RETRY_SECONDS = 5;

/** Takes a slot and answers how it is given back. Throws 429. */
export type TakeSlot = () => () => void;

export function openShareSlots(): TakeSlot {
  let used = 0;
  return () => {
    if (used >= MOST) throw fail.tooMany({ headers: { "retry-after": String(RETRY_SECONDS) } });
    used++;
    return () => void used--;
  };
}
