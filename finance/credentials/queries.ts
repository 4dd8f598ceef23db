// The table `api_tokens`, which with `users` is the only one that is read before the space is known.
import type { Db } from "../../kernel/sql/database.ts";
import { sql } from "../../kernel/sql/sql.ts";

export type TokenScope = "read" | "write";

export interface TokenOwner {
  id: number;
  scope: TokenScope;
  auth_user_id: string;
}

export function findTokenOwner(db: Db, hash: Buffer): Promise<TokenOwner | undefined> {
  return db.maybeOne<TokenOwner>(sql`
    select token.id, token.scope, owner.auth_user_id
      from api_tokens token
      join users owner on owner.id = token.user_id
     where token.token_hash = ${hash}`);
}

export interface TokenRow {
  id: number;
  name: string;
  scope: TokenScope;
  created_at: Date;
}

export function listTokens(db: Db, userId: number): Promise<TokenRow[]> {
  return db.many<TokenRow>(sql`select id, name, scope, created_at from api_tokens where user_id = ${userId} order by id`);
}

export async function hasToken(db: Db, userId: number, id: number): Promise<boolean> {
  return (await db.run(sql`select id from api_tokens where user_id = ${userId} and id = ${id}`)) === 1;
}

export interface NewToken {
  userId: number;
  name: string;
  scope: TokenScope;
  hash: Buffer;
  now: Date;
}

/** Undefined if the user has too many. The lock is a statement before: one alone would, after it has waited, still count the tokens of before. */
export async function insertToken(tx: Db, token: NewToken, most: number): Promise<TokenRow | undefined> {
  const { userId, name, scope, hash, now } = token;
  await tx.one(sql`select id from users where id = ${userId} for update`);
  return tx.maybeOne<TokenRow>(sql`
    insert into api_tokens (user_id, name, scope, token_hash, created_at)
    select ${userId}::int, ${name}::text, ${scope}::text, ${hash}::bytea, ${now}::timestamptz
     where (select count(*) from api_tokens where user_id = ${userId}) < ${most}::int
    returning id, name, scope, created_at`);
}

export function deleteToken(tx: Db, userId: number, id: number): Promise<TokenRow | undefined> {
  return tx.maybeOne<TokenRow>(sql`
    delete from api_tokens where user_id = ${userId} and id = ${id} returning id, name, scope, created_at`);
}
