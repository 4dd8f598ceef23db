// What hooks answered last, and how long they took. Calls are kept in memory and written together a while later, so that no sign-in waits.
import type { Log } from "../../kernel/log/log.ts";
import type { Database } from "../../kernel/sql/database.ts";
import { type HookCall, insertCalls, KEPT_CALLS, trimCalls } from "./queries_calls.ts";

export interface RecentCalls {
  note(call: HookCall): void;
  /** Writes what this process has noted. */
  flush(): Promise<void>;
}

const WRITTEN_AFTER_MS = 5_000;

export function openRecentCalls(db: Database, log: Log): RecentCalls {
  let noted: HookCall[] = [];
  let timer: NodeJS.Timeout | undefined;
  const flush = async () => {
    clearTimeout(timer);
    timer = undefined;
    const calls = noted;
    noted = [];
    if (calls.length === 0) return;
    await insertCalls(db, calls);
    await trimCalls(db);
  };
  return {
    flush,
    note(call) {
      // Of a busy hook only the last calls are kept.
      if (noted.length >= 2 * KEPT_CALLS) noted = noted.slice(-KEPT_CALLS);
      noted.push(call);
      timer ??= setTimeout(() => {
        flush().catch((error: unknown) => log.warn({ err: error }, "what hooks answered was not written down"));
      }, WRITTEN_AFTER_MS).unref();
    },
  };
}
