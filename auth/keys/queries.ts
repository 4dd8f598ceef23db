// The statements on `token_lives`: how long access tokens live, or once did; and on `operator_tokens`.
import type { Db } from "../../kernel/sql/database.ts";
import { sql } from "../../kernel/sql/sql.ts";

/** From now on tokens are made that live so long. */
export async function noteTokenLife(db: Db, seconds: number): Promise<void> {
  await db.run(sql`
    insert into token_lives (seconds) values (${seconds})
    on conflict (seconds) do update set counts_until = null where token_lives.counts_until is not null`);
}

export interface TokenLife {
  seconds: number;
  /** Null: no end. */
  counts_until: Date | null;
}

export function listTokenLives(db: Db): Promise<TokenLife[]> {
  return db.many<TokenLife>(sql`select seconds, counts_until from token_lives`);
}

export interface OperatorTokenUse {
  role: string;
  holder: string;
  /** As PostgreSQL reads moments, with infinity. */
  issuedAt: string;
  expiresAt: string;
  now: Date;
  /** Another process may have noted the same use since then. */
  since: Date;
}

export async function noteOperatorToken(
  db: Db,
  { role, holder, issuedAt, expiresAt, now, since }: OperatorTokenUse,
): Promise<void> {
  await db.run(sql`
    insert into operator_tokens (role, holder, issued_at, expires_at, last_used_at)
    values (${role}, ${holder}, ${issuedAt}::timestamptz, ${expiresAt}::timestamptz, ${now})
    on conflict (role, holder, issued_at, expires_at) do update set last_used_at = excluded.last_used_at
     where operator_tokens.last_used_at < ${since}`);
}

export interface OperatorToken {
  role: string;
  holder: string;
  /** Null where the token does not say. */
  issued_at: Date | null;
}

/** Those in use since then, the oldest first. */
export function listOperatorTokens(db: Db, since: Date, most: number): Promise<OperatorToken[]> {
  return db.many<OperatorToken>(sql`
    select role, holder, nullif(issued_at, '-infinity') as issued_at
      from operator_tokens
     where last_used_at >= ${since}
     order by operator_tokens.issued_at
     limit ${most}::int8`);
}

export function purgeOperatorTokens(db: Db, before: Date): Promise<number> {
  return db.run(sql`
    delete from operator_tokens
     where (role, holder, issued_at, expires_at)
        in (select role, holder, issued_at, expires_at from operator_tokens where last_used_at < ${before} limit 10000)`);
}
