// Files that this process reads: one at a time for a space, a few at once for all, and some that wait.
import type { Readings } from "../endpoint.ts";
import { fail } from "../errors.ts";

const MOST_AT_ONCE = 2;
const MOST_WAITING = 8;

export function openReadings(mostAtOnce = MOST_AT_ONCE, mostWaiting = MOST_WAITING): Readings {
  const spaces = new Set<number>();
  const waiting: (() => void)[] = [];
  let running = 0;
  return {
    async take(spaceId, read) {
      if (spaces.has(spaceId)) throw fail.readingAlready({ headers: { "retry-after": "5" } });
      if (waiting.length >= mostWaiting) throw fail.unavailable({ headers: { "retry-after": "5" } });
      spaces.add(spaceId);
      try {
        if (running >= mostAtOnce) await new Promise<void>((resolve) => waiting.push(resolve));
        running++;
        try {
          return await read();
        } finally {
          running--;
          waiting.shift()?.();
        }
      } finally {
        spaces.delete(spaceId);
      }
    },
  };
}
