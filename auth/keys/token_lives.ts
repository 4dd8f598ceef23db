// The longest lifetime of a user's access token: that of tokens this service makes or ever made.
// Another holder of the secret could otherwise make tokens that outlive everything but their session.
import type { Db } from "../../kernel/sql/database.ts";
import { fail } from "../errors.ts";
import type { Claims } from "./claims.ts";
import { listTokenLives, noteTokenLife, type TokenLife } from "./queries.ts";

export interface TokenLives {
  /** Undefined where the life is in order, which is nearly always: then nobody waits. Else the fault is thrown later. */
  requireKnown(claims: Claims, now: Date): Promise<void> | undefined;
  /** From now on this process makes tokens that live so long. */
  note(seconds: number): Promise<void>;
}

/** JWT_EXP may have been longer before: tokens from then stay valid, so it is stored. */
export async function openTokenLives(db: Db, jwtExpSeconds: number): Promise<TokenLives> {
  let lives: readonly TokenLife[] = [];

  async function note(seconds: number): Promise<void> {
    if (lives.some((life) => life.seconds === seconds && life.counts_until === null)) return;
    await noteTokenLife(db, seconds);
    lives = await listTokenLives(db);
  }

  /** A replica that was started later may make tokens that live longer. */
  async function requireKnownLife(life: number, now: Date): Promise<void> {
    lives = await listTokenLives(db);
    if (!isWithin(life, lives, now))
      throw fail.badJwt({ values: { detail: "token lives longer than any that this server makes" } });
  }

  await note(jwtExpSeconds);
  return {
    note,
    requireKnown: (claims, now) => {
      const life = lifeOf(claims, now);
      return isWithin(life, lives, now) ? undefined : requireKnownLife(life, now);
    },
  };
}

function isWithin(life: number, lives: readonly TokenLife[], now: Date): boolean {
  return life === 0 || lives.some(({ seconds, counts_until: until }) => life <= seconds && (until === null || until > now));
}

/** Of the tokens that may still be valid, the longest life in seconds. */
export async function longestTokenLife(db: Db, now: Date): Promise<number> {
  const lives = await listTokenLives(db);
  return Math.max(0, ...lives.filter(({ counts_until: until }) => until === null || until > now).map(({ seconds }) => seconds));
}

/** In seconds. Only session tokens are checked: those of operators and gateways may live as long as they like. */
export function lifeOf({ sub, session_id: sessionId, exp = Number.POSITIVE_INFINITY, iat }: Claims, now: Date): number {
  return sub && sessionId ? exp - (iat ?? now.getTime() / 1000) : 0;
}
