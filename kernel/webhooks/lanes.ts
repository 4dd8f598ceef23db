// Webhooks that are being followed by this process, a few at once. Receivers may take their time, so they keep no job of the queue waiting.
import type { Log } from "../log/log.ts";

export interface Lanes<Id> {
  /** Does nothing where all lanes are taken: the webhook stays due, and the next sweep finds it. */
  start(webhookId: Id): void;
  /** Resolves when nothing is under way. */
  settled(): Promise<void>;
}

const MOST_LANES = 32;

/** `follow` answers whether there is more to do. */
export function openLanes<Id extends number | string>(follow: (webhookId: Id) => Promise<boolean>, log: Log): Lanes<Id> {
  const running = new Map<Id, Promise<void>>();
  /** Those that were started once more meanwhile, when what they had read may have been older. */
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
