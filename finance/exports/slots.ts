// How many files are written at once: each holds a connection to the database, for as long as its reader takes.
import type { Slots } from "../endpoint.ts";
import { fail } from "../errors.ts";

const MOST = 4;
const RETRY_SECONDS = 5;

/** `maxConnections`: of the whole process; 0 for any number. */
export function openSlots(maxConnections: number): Slots {
  const most = maxConnections === 0 ? MOST : Math.min(MOST, Math.max(1, Math.floor(maxConnections / 4)));
  const usedSlots = new Set<number>();
  return {
    take: (spaceId) => {
      if (usedSlots.has(spaceId) || usedSlots.size >= most)
        throw fail.exportsBusy({ headers: { "retry-after": String(RETRY_SECONDS) } });
      usedSlots.add(spaceId);
      return () => void usedSlots.delete(spaceId);
    },
  };
}
