// How far the clock of a device differs from the server's.

/** Replies take time to arrive, so a smaller difference says nothing about the clock. */
const LEAST_MS = 60_000;

/** Milliseconds that the server is ahead. `date`: the header of its reply. `before`: the last offset, kept if it changed little. */
export function serverAhead(date: string | null, deviceMs: number, before: number): number {
  const difference = Date.parse(date ?? "") - deviceMs;
  if (Math.abs(difference - before) < LEAST_MS) return before;
  // Without a date the result is not a number.
  return Math.abs(difference) < LEAST_MS ? 0 : difference || before;
}
