// Hears of every change to users at auth, a question after the other. While no answer comes, what is known of users does not count.
import { setTimeout as sleep } from "node:timers/promises";
import type { Log } from "../../kernel/log/log.ts";
import type { AuthLink, UserChanges } from "./auth_link.ts";

export interface Feed {
  /** True while a change of more than a second ago may be unknown here. */
  isSilent(): boolean;
  stop(): Promise<void>;
}

export interface FeedOptions {
  readChanges: AuthLink["readChanges"];
  onChanges(changes: UserChanges["changes"]): void;
  /** Changes may have been missed: all that is known is void. */
  onLost(): void;
  log: Log;
}

/** Auth could hold a question until it has news; but until an answer comes, nobody knows whether one will. */
const ASK_EVERY_MS = 200;
/** Counted from the moment at which the last answered question was sent: all that happened before it is known. */
const SILENT_AFTER_MS = 900;

export function startFeed({ readChanges, onChanges, onLost, log }: FeedOptions): Feed {
  let readUntil = Number.NEGATIVE_INFINITY;
  let cursor: string | undefined;
  let stopped = false;
  let isReported = false;

  const isSilent = () => performance.now() - readUntil > SILENT_AFTER_MS;

  async function hear(): Promise<void> {
    const sentAt = performance.now();
    const page = await readChanges(cursor);
    if (cursor === undefined || !page) onLost();
    cursor = page?.cursor;
    if (!page) {
      readUntil = Number.NEGATIVE_INFINITY;
      log.warn("auth no longer knows our cursor in its changes: all that was known of users is asked for again");
      return;
    }
    onChanges(page.changes);
    readUntil = sentAt;
    if (isReported) log.info("auth is heard again");
    isReported = false;
  }

  async function listen(): Promise<void> {
    while (!stopped) {
      const begunAt = performance.now();
      try {
        await hear();
      } catch (err) {
        if (isSilent() && !isReported && !stopped) {
          isReported = true;
          log.warn({ err }, "auth is silent: it is asked at every request until it is heard again");
        }
      }
      if (!stopped) await sleep(Math.max(0, begunAt + ASK_EVERY_MS - performance.now()));
    }
  }

  const listening = listen();
  return {
    isSilent,
    stop: async () => {
      stopped = true;
      await listening;
    },
  };
}
