// The tables of API tokens, which like `users` are read before the space is known.
import type { Db } from "../../kernel/sql/database.ts";
import { sql } from "../../kernel/sql/sql.ts";
import type { TokenRights } from "../endpoint.ts";

export interface TokenOwner extends TokenRights {
  id: number;
  auth_user_id: string;
  /** To the minute. */
  last_used_at: Date | null;
}

export function findTokenOwner(db: Db, hash: Buffer): Promise<TokenOwner | undefined> {
  return db.maybeOne<TokenOwner>(sql`
    select token.id, token.scope, token.space_id, to_jsonb(token.scopes) as scopes, token.expires_at, owner.auth_user_id, used.at as last_used_at
      from api_tokens token
      join users owner on owner.id = token.user_id
      left join api_token_uses used on used.token_id = token.id
     where token.token_hash = ${hash}`);
}

/** Of several replicas the latest word stays. A token that was revoked meanwhile is left out. */
export async function noteUse(db: Db, tokenId: number, at: Date): Promise<void> {
  await db.run(sql`
    insert into api_token_uses (token_id, at)
    select id, ${at}::timestamptz from api_tokens where id = ${tokenId}
    on conflict (token_id) do update set at = greatest(api_token_uses.at, excluded.at)`);
}

export interface TokenRow extends TokenRights {
  id: number;
  name: string;
  created_at: Date;
}

const columns = sql`id, name, scope, space_id, to_jsonb(scopes) as scopes, expires_at, created_at`;

/** `spaceId`: null for the user's own space. */
export function listTokens(
  db: Db,
  userId: number,
  spaceId: number | null,
): Promise<(TokenRow & { last_used_at: Date | null })[]> {
  return db.many<TokenRow & { last_used_at: Date | null }>(sql`
    select ${columns}, used.at as last_used_at
      from api_tokens
      left join api_token_uses used on used.token_id = id
     where user_id = ${userId} and space_id is not distinct from ${spaceId}::bigint
     order by id`);
}

export async function hasToken(db: Db, userId: number, spaceId: number | null, id: number): Promise<boolean> {
  const count = await db.run(sql`
    select id from api_tokens where user_id = ${userId} and id = ${id} and space_id is not distinct from ${spaceId}::bigint`);
  return count === 1;
}

export interface NewToken extends TokenRights {
  userId: number;
  name: string;
  hash: Buffer;
  now: Date;
}

/** Undefined if the user has too many. The lock is a statement before: one alone would, after it has waited, still count the tokens of before. */
export async function insertToken(tx: Db, token: NewToken, most: number): Promise<TokenRow | undefined> {
  const { userId, name, scope, space_id: spaceId, scopes, expires_at: expiresAt, hash, now } = token;
  await tx.one(sql`select id from users where id = ${userId} for update`);
  return tx.maybeOne<TokenRow>(sql`
    insert into api_tokens (user_id, name, scope, space_id, scopes, expires_at, token_hash, created_at)
    select ${userId}::int, ${name}::text, ${scope}::text, ${spaceId}::bigint, ${scopes}::text[], ${expiresAt}::timestamptz, ${hash}::bytea, ${now}::timestamptz
     where (select count(*) from api_tokens where user_id = ${userId}) < ${most}::int
    returning ${columns}`);
}

/** When they leave a space that is not their own. */
export async function deleteTokensOf(tx: Db, userId: number, spaceId: number): Promise<void> {
  await tx.run(sql`delete from api_tokens where user_id = ${userId} and space_id = ${spaceId}`);
}

/** Of a space that is being erased. */
export async function deleteTokensOfMany(tx: Db, userIds: readonly number[], spaceId: number): Promise<void> {
  await tx.run(sql`delete from api_tokens where user_id = any(${userIds}::int[]) and space_id = ${spaceId}`);
}

export function deleteToken(tx: Db, userId: number, spaceId: number | null, id: number): Promise<TokenRow | undefined> {
  return tx.maybeOne<TokenRow>(sql`
    delete from api_tokens 
     where user_id = ${userId} and id = ${id} and space_id is not distinct from ${spaceId}::bigint
    returning ${columns}`);
}
