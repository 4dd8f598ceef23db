// Waiting for changes to users. However many wait, one question every quarter of a second goes to the database, and none when nobody does.
import { setTimeout as sleep } from "node:timers/promises";
import type { Database } from "../../kernel/sql/database.ts";
import { type ChangesPage, readChanges } from "./queries.ts";

export interface ChangeFeed {
  /** The changes since the cursor: at once where there are any, else as soon as there are, else none when the time is over. */
  next(after: string | undefined, waitSeconds: number): Promise<ChangesPage>;
}

export interface ChangeFeedOptions {
  db: Database;
  /** True once the process is ending: nobody is kept waiting then. */
  isEnding(): boolean | Promise<boolean>;
}

/** A reader with more to catch up on has to begin again. */
export const MOST_CHANGES = 10_000;
const ASK_EVERY_MS = 250;

type News = "changed" | "over";

export function openChangeFeed({ db, isEnding }: ChangeFeedOptions): ChangeFeed {
  const waiting = new Set<(news: News) => void>();
  let watching = false;

  async function watch(from: string): Promise<void> {
    watching = true;
    for (let cursor = from; waiting.size > 0; ) {
      await sleep(ASK_EVERY_MS);
      if (await isEnding()) wake("over");
      else {
        const page = await readChanges(db, cursor, 1).catch(() => undefined);
        // Each waiting reader queries by itself, and so gets the error too if the database is down.
        if (!page || page.changes.length > 0) wake("changed");
        cursor = page?.cursor ?? cursor;
      }
    }
    watching = false;
  }

  function wake(news: News): void {
    for (const wake of [...waiting]) wake(news);
    waiting.clear();
  }

  function join(deadline: number): { news: Promise<News>; leave(): void } {
    const { promise, resolve } = Promise.withResolvers<News>();
    waiting.add(resolve);
    const timer = setTimeout(resolve, Math.max(0, deadline - performance.now()), "over" satisfies News).unref();
    const leave = () => {
      clearTimeout(timer);
      waiting.delete(resolve);
    };
    return { news: promise, leave };
  }

  async function next(after: string | undefined, waitSeconds: number): Promise<ChangesPage> {
    const deadline = performance.now() + waitSeconds * 1000;
    for (let cursor = after; ; ) {
      // Joined before reading: what is committed between the two is then heard of.
      const waiter = join(deadline);
      try {
        const page = await readChanges(db, cursor, MOST_CHANGES + 1);
        if (page.changes.length > 0 || page.is_ahead || after === undefined || performance.now() >= deadline) return page;
        if (!watching) void watch(page.cursor);
        cursor = page.cursor;
        if ((await waiter.news) === "over") return page;
      } finally {
        waiter.leave();
      }
    }
  }

  return { next };
}
