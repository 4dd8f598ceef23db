// How far the clock of a device is off, by what the server says the time is.

/** An answer is on its way for a while, so a smaller difference says nothing about the clock. */
const LEAST_MS = 60_000;

/** Milliseconds that the server is ahead of the device. `date`: the header of its answer. `before`: what was known; kept where little has changed. */
export function serverAhead(date: string | null, deviceMs: number, before: number): number {
  const difference = Date.parse(date ?? "") - deviceMs;
  if (Math.abs(difference - before) < LEAST_MS) return before;
  // Without a date there is no number.
  return Math.abs(difference) < LEAST_MS ? 0 : difference || before;
}
