// Tests wait for what they need, and not for a while: a condition is looked at again and again until it holds.
import { setTimeout as sleep } from "node:timers/promises";

const EVERY_MS = 20;
/** Reached only by a test that fails, so that a busy machine does not make one fail. */
const LONGEST_MS = 60_000;

/** What `look` gives as soon as it is neither undefined nor false; fails after the deadline with what was waited for. */
export async function until<T>(what: string, look: () => Awaitable<T | undefined | false>, longestMs = LONGEST_MS): Promise<T> {
  for (const deadline = performance.now() + longestMs; ; await sleep(EVERY_MS)) {
    const result = await look();
    if (result !== undefined && result !== false) return result;
    if (performance.now() > deadline) throw new Error(`waited ${longestMs} ms in vain for ${what}`);
  }
}

/** How many milliseconds it took to come true; undefined if it did not in this time. */
export async function timeUntil(isSo: () => Awaitable<boolean>, longestMs: number): Promise<number | undefined> {
  const began = performance.now();
  while (!(await isSo())) {
    if (performance.now() - began > longestMs) return undefined;
    await sleep(EVERY_MS);
  }
  return performance.now() - began;
}

type Awaitable<T> = T | Promise<T>;
