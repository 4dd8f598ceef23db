// Polls a condition, so that tests never sleep for a fixed time.
import { setTimeout as sleep } from "node:timers/promises";

const EVERY_MS = 20;
/** Long, because only a failing test reaches it. */
const LONGEST_MS = 60_000;

/** The first result of `look` that is neither undefined nor false; fails after the deadline. */
export async function until<T>(what: string, look: () => Awaitable<T | undefined | false>, longestMs = LONGEST_MS): Promise<T> {
  for (const deadline = performance.now() + longestMs; ; await sleep(EVERY_MS)) {
    const result = await look();
    if (result !== undefined && result !== false) return result;
    if (performance.now() > deadline) throw new Error(`waited ${longestMs} ms for ${what}`);
  }
}

/** Milliseconds until the condition holds; undefined if it does not in time. */
export async function timeUntil(isSo: () => Awaitable<boolean>, longestMs: number): Promise<number | undefined> {
  const began = performance.now();
  while (!(await isSo())) {
    if (performance.now() - began > longestMs) return undefined;
    await sleep(EVERY_MS);
  }
  return performance.now() - began;
}

type Awaitable<T> = T | Promise<T>;
