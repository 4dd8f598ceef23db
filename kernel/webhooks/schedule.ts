// Decides when a failed event is retried, and when the webhook is disabled.

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

/** The delay after each failure; after one more the webhook is disabled. */
const PAUSES_MS = [5 * SECOND, 5 * MINUTE, 30 * MINUTE, ...[2, 5, 10, 14, 20, 24].map((hours) => hours * HOUR)];
export const MOST_ATTEMPTS = PAUSES_MS.length + 1;

/** Random delay, so that failed deliveries are not all retried at once. */
const JITTER = 0.1;
const LONGEST_PAUSE_MS = 24 * HOUR;

interface Failure {
  /** Failed attempts of this event, including this one. */
  failures: number;
  now: Date;
  /** The receiver's header, which can only lengthen the delay. */
  retryAfter: string | undefined;
  /** From 0 to 1. */
  random: number;
}

/** Undefined after the last attempt. */
export function nextAttempt({ failures, now, retryAfter, random }: Failure): Date | undefined {
  const pause = PAUSES_MS[failures - 1];
  if (pause === undefined) return;
  const requestedMs = Math.min(pauseWanted(retryAfter, now), LONGEST_PAUSE_MS);
  return new Date(now.getTime() + Math.max(pause * (1 + JITTER * random), requestedMs));
}

/** Seconds or a date; other values are ignored. */
function pauseWanted(retryAfter: string | undefined, now: Date): number {
  if (retryAfter === undefined) return 0;
  if (/^\d{1,9}$/.test(retryAfter)) return Number(retryAfter) * SECOND;
  const date = Date.parse(retryAfter);
  return Number.isNaN(date) ? 0 : date - now.getTime();
}
