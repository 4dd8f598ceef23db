// Remembers which operator's tokens are in use. They cannot be taken back, so an operator should hear of one that is old.
import type { Db } from "../../kernel/sql/database.ts";
import type { Claims } from "./claims.ts";
import { noteOperatorToken } from "./queries.ts";

const NOTED_EVERY_MS = 3_600_000;
/** Programs that make a token for each call have one that is never old. */
const SHORT_LIVED_SECONDS = 86_400;
const LONGEST_HOLDER = 200;
/** The last second of the year 9999. */
const LAST_SECOND = 253_402_300_799;

/** Writes once an hour for each token and process. */
export function notingOperatorTokens(db: Db): (claims: Claims, now: Date) => Promise<void> {
  const notedAt = new WeakMap<Claims, number>();
  return async (claims, now) => {
    const { role = "", sub = "", iat = Number.NEGATIVE_INFINITY, exp = Number.POSITIVE_INFINITY } = claims;
    if (exp - iat <= SHORT_LIVED_SECONDS) return;
    if (now.getTime() - (notedAt.get(claims) ?? Number.NEGATIVE_INFINITY) < NOTED_EVERY_MS) return;
    notedAt.set(claims, now.getTime());
    const holder = sub.replaceAll("\0", "").slice(0, LONGEST_HOLDER).toWellFormed();
    const since = new Date(now.getTime() - NOTED_EVERY_MS);
    await noteOperatorToken(db, { role, holder, issuedAt: momentOf(iat), expiresAt: momentOf(exp), now, since });
  };
}

/** As PostgreSQL reads it. */
function momentOf(seconds: number): string {
  if (seconds < 0) return "-infinity";
  return seconds > LAST_SECOND ? "infinity" : new Date(seconds * 1000).toISOString();
}
