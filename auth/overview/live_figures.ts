// Counts what no table has, such as refusals: in memory first, so that nobody waits for it. A process that is killed loses ten seconds of it.
import type { Log } from "../../kernel/log/log.ts";
import type { Db } from "../../kernel/sql/database.ts";
import { addFigures, type Figure } from "./queries.ts";

export interface LiveFigures {
  count(name: string, by?: number): void;
  /** Writes down what was counted. */
  flush(): Promise<void>;
  stop(): Promise<void>;
}

const FLUSH_EVERY_MS = 10_000;
export const HOUR_MS = 3_600_000;
/** Names come from our own tables; this bounds them should one ever come from elsewhere. */
const MOST_NAMES = 1_000;

export function openLiveFigures(db: Db, log: Log, now: () => Date): LiveFigures {
  let counted = new Map<string, Figure>();
  const count = (name: string, by = 1) => {
    const hour = Math.floor(now().getTime() / HOUR_MS) * HOUR_MS;
    const key = `${hour} ${name}`;
    const figure = counted.get(key);
    if (figure) figure.count += by;
    else if (counted.size < MOST_NAMES) counted.set(key, { hour: new Date(hour), name, count: by });
  };
  let flushing: Promise<void> = Promise.resolve();
  const write = async () => {
    if (counted.size === 0) return;
    const figures = [...counted.values()];
    counted = new Map();
    try {
      await addFigures(db, figures);
    } catch (error) {
      for (const each of figures) {
        const key = `${each.hour.getTime()} ${each.name}`;
        counted.set(key, { ...each, count: each.count + (counted.get(key)?.count ?? 0) });
      }
      throw error;
    }
  };
  const flush = () => {
    flushing = flushing.catch(() => {}).then(write);
    return flushing;
  };
  const tell = (error: unknown) => log.debug({ err: error }, "figures could not be written down, and are kept");
  const timer = setInterval(() => void flush().catch(tell), FLUSH_EVERY_MS);
  timer.unref();
  return {
    count,
    flush,
    stop: async () => {
      clearInterval(timer);
      await flush().catch(tell);
    },
  };
}
