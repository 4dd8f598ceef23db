// When an event that was not taken is tried again, and when no more.

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

/** What passes after each failure; after one more the webhook is switched off. */
const PAUSES_MS = [5 * SECOND, 5 * MINUTE, 30 * MINUTE, ...[2, 5, 10, 14, 20, 24].map((hours) => hours * HOUR)];
export const MOST_ATTEMPTS = PAUSES_MS.length + 1;

/** Those who failed together shall not all come back together. */
const JITTER = 0.1;
const LONGEST_PAUSE_MS = 24 * HOUR;

interface Failure {
  /** Of this event, this one included. */
  failures: number;
  now: Date;
  /** The header, where the receiver sent one: it may ask for more time, not for less. */
  retryAfter: string | undefined;
  /** From 0 to 1. */
  random: number;
}

/** Undefined where it was tried often enough. */
export function nextAttempt({ failures, now, retryAfter, random }: Failure): Date | undefined {
  const pause = PAUSES_MS[failures - 1];
  if (pause === undefined) return;
  const requestedMs = Math.min(pauseWanted(retryAfter, now), LONGEST_PAUSE_MS);
  return new Date(now.getTime() + Math.max(pause * (1 + JITTER * random), requestedMs));
}

/** Seconds, or a date; what is neither asks for nothing. */
function pauseWanted(retryAfter: string | undefined, now: Date): number {
  if (retryAfter === undefined) return 0;
  if (/^\d{1,9}$/.test(retryAfter)) return Number(retryAfter) * SECOND;
  const date = Date.parse(retryAfter);
  return Number.isNaN(date) ? 0 : date - now.getTime();
}
