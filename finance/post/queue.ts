// Runs the writes of one space one after the other in this process, so that conflicts are rare. A space uses one connection, however
// many writes it sends.
import type { Queue } from "../endpoint.ts";
import { fail } from "../errors.ts";

const MOST_WAITING = 500;

export function openQueue(mostWaiting = MOST_WAITING): Queue {
  /** By space: the end of the last write in the queue, and the number of writes in it. */
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
