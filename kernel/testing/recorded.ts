// A list that a test can wait on, for what external services received.

export interface Recorded<T> {
  readonly items: T[];
  add(item: T): void;
  /** Resolves when there are this many items; fails after the timeout and shows the list. */
  waitFor(count: number, timeoutMs?: number): Promise<T[]>;
}

const WAIT_MILLISECONDS = 5000;

export function recorded<T>(what: string): Recorded<T> {
  const items: T[] = [];
  const waiting = new Set<() => void>();
  return {
    items,
    add(item) {
      items.push(item);
      for (const check of waiting) check();
    },
    waitFor(count, timeoutMs = WAIT_MILLISECONDS) {
      if (items.length >= count) return Promise.resolve(items);
      return new Promise((resolve, reject) => {
        const timer = setTimeout(() => {
          waiting.delete(check);
          reject(new Error(`waited ${timeoutMs} ms for ${count} ${what}, got ${items.length}`));
        }, timeoutMs);
        const check = () => {
          if (items.length < count) return;
          clearTimeout(timer);
          waiting.delete(check);
          resolve(items);
        };
        waiting.add(check);
      });
    },
  };
}
