// How long an access token of a user may live: no longer than those that this service makes or ever made. Whoever else has the secret, or had it,
// could make one that outlasts everything but its session.
import type { Db } from "../../kernel/sql/database.ts";
import { fail } from "../errors.ts";
import type { Claims } from "./claims.ts";
import { listTokenLives, noteTokenLife, type TokenLife } from "./queries.ts";

export interface TokenLives {
  /** Undefined where the life is in order, which is nearly always: then nobody waits. Else the fault is thrown later. */
  requireKnown(claims: Claims, now: Date): Promise<void> | undefined;
}

/** JWT_EXP may have been longer before: tokens from then stay good, so it is remembered. */
export async function openTokenLives(db: Db, jwtExpSeconds: number): Promise<TokenLives> {
  await noteTokenLife(db, jwtExpSeconds);
  let lives = await listTokenLives(db);

  /** A replica that was started later may make tokens that live longer. */
  async function requireKnownLife(life: number, now: Date): Promise<void> {
    lives = await listTokenLives(db);
    if (!isWithin(life, lives, now))
      throw fail.badJwt({ values: { detail: "token lives longer than any that this server makes" } });
  }

  return {
    requireKnown: (claims, now) => {
      const life = lifeOf(claims, now);
      return isWithin(life, lives, now) ? undefined : requireKnownLife(life, now);
    },
  };
}

function isWithin(life: number, lives: readonly TokenLife[], now: Date): boolean {
  return life === 0 || lives.some(({ seconds, counts_until: until }) => life <= seconds && (until === null || until > now));
}

/** In seconds. Only a session's token has one to judge: keys of operators and gateways live as long as they were made for. */
export function lifeOf({ sub, session_id: sessionId, exp = Number.POSITIVE_INFINITY, iat }: Claims, now: Date): number {
  return sub && sessionId ? exp - (iat ?? now.getTime() / 1000) : 0;
}
