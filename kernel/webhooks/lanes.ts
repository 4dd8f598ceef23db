// Follows a few webhooks at once, outside of the job queue, because receivers may be slow.
import type { Log } from "../log/log.ts";

export interface Lanes<Id> {
  /** Does nothing if all lanes are busy: the webhook stays due for the next sweep. */
  start(webhookId: Id): void;
  /** Resolves when all lanes are idle. */
  settled(): Promise<void>;
}

const MOST_LANES = 32;

/** `follow` returns whether there is more to do. */
export function openLanes<Id extends number | string>(follow: (webhookId: Id) => Promise<boolean>, log: Log): Lanes<Id> {
  const running = new Map<Id, Promise<void>>();
  /** Started again while running, so they are followed once more. */
  const again = new Set<Id>();
  const isFull = () => running.size >= MOST_LANES;

  async function run(webhookId: Id): Promise<void> {
    try {
      let isMore = true;
      while (isMore) {
        again.delete(webhookId);
        isMore = ((await follow(webhookId)) || again.has(webhookId)) && !isFull();
      }
    } catch (err) {
      log.warn({ err, webhook_id: webhookId }, "a webhook could not be followed now");
    } finally {
      running.delete(webhookId);
    }
  }

  return {
    start: (webhookId) => {
      if (running.has(webhookId)) again.add(webhookId);
      else if (!isFull()) running.set(webhookId, run(webhookId));
    },
    settled: async () => {
      while (running.size > 0) await Promise.all(running.values());
    },
  };
}
