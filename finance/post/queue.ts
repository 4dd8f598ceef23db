// Writes of one space follow each other in this process before they meet in the database: conflicts are rare, and however many writes a
// space sends, it holds one connection.
import type { Queue } from "../endpoint.ts";
import { fail } from "../errors.ts";

const MOST_WAITING = 500;

export function openQueue(mostWaiting = MOST_WAITING): Queue {
  /** Of each space that is being written to: how the last write in the queue ends, and how many are in it. */
  const queues = new Map<number, { last: Promise<unknown>; waiting: number }>();
  return {
    async take(spaceId, write) {
      const queue = queues.get(spaceId) ?? { last: Promise.resolve(), waiting: 0 };
      if (queue.waiting >= mostWaiting) throw fail.unavailable({ headers: { "retry-after": "1" } });
      queues.set(spaceId, queue);
      queue.waiting++;
      const writing = queue.last.then(write);
      queue.last = writing.catch(() => {});
      try {
        return await writing;
      } finally {
        queue.waiting--;
        if (queue.waiting === 0) queues.delete(spaceId);
      }
    },
  };
}
