// Writes of one space follow each other in this process before they follow each other in the database: however many a space sends, it
// holds one connection, and the others find theirs free.
import { fail } from "../errors.ts";

export interface Turns {
  take<T>(spaceId: number, write: () => Promise<T>): Promise<T>;
}

const MOST_WAITING = 500;

export function openTurns(mostWaiting = MOST_WAITING): Turns {
  /** Of each space that is being written to: how the last write in line ends, and how many are in line. */
  const lines = new Map<number, { last: Promise<unknown>; waiting: number }>();
  return {
    async take(spaceId, write) {
      const line = lines.get(spaceId) ?? { last: Promise.resolve(), waiting: 0 };
      if (line.waiting >= mostWaiting) throw fail.unavailable({ headers: { "retry-after": "1" } });
      lines.set(spaceId, line);
      line.waiting++;
      const turn = line.last.then(write);
      line.last = turn.catch(() => {});
      try {
        return await turn;
      } finally {
        line.waiting--;
        if (line.waiting === 0) lines.delete(spaceId);
      }
    },
  };
}
