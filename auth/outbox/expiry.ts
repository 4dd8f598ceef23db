// When a message is not worth sending any more.

/** The reason of one that was given up for it. */
export const EXPIRED = "expired";
/** For messages that do not expire by themselves. */
const LONGEST_DAYS = 3;

export function isExpired({ created_at, expires_at }: { created_at: Date; expires_at: Date | null }, now: Date): boolean {
  return now.getTime() >= (expires_at ?? new Date(created_at.getTime() + LONGEST_DAYS * 86_400_000)).getTime();
}
