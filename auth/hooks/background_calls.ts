// Calls that no response may wait for, because the time would reveal something. The process ends only after them.
import type { Log } from "../../kernel/log/log.ts";

export interface BackgroundCalls {
  start(work: () => Promise<void>): void;
  /** When all that was begun has ended. */
  stop(): Promise<void>;
}

export function openBackgroundCalls(log: Log): BackgroundCalls {
  const running = new Set<Promise<void>>();
  return {
    start(work) {
      const run = work()
        .catch((error: unknown) => log.error({ err: error }, "work that nobody waits for has failed"))
        .finally(() => running.delete(run));
      running.add(run);
    },
    stop: async () => {
      while (running.size > 0) await Promise.all(running);
    },
  };
}
