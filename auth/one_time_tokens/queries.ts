// The statements on `one_time_tokens`. Writers lock the owner first.
import type { Db } from "../../kernel/sql/database.ts";
import { type Sql, sql } from "../../kernel/sql/sql.ts";
import type { Kind, Purpose } from "./kinds.ts";
import type { OneTimeToken } from "./token.ts";

/**
 * It replaces an older one for the same purpose. A fixed code keeps its count of wrong tries: a new request must not give new tries at the
 * same code.
 */
export async function putToken(
  tx: Pick<Db, "run">,
  userId: string,
  token: OneTimeToken,
  flowId: string | null = null,
): Promise<void> {
  await tx.run(sql`
    insert into one_time_tokens as old (user_id, purpose, kind, relates_to, token_hash, code_mac, keeps_password, flow_state_id,
                                        created_at, expires_at)
    values (${userId}, ${token.purpose}, ${token.kind}, ${token.address}, ${token.tokenHash}::bytea, ${token.codeMac}::bytea,
            ${token.keepsPassword}, ${flowId}, ${token.createdAt}, ${token.expiresAt})
    on conflict (user_id, purpose) do update
       set kind = excluded.kind, relates_to = excluded.relates_to, token_hash = excluded.token_hash, code_mac = excluded.code_mac,
           tries = case when old.code_mac = excluded.code_mac and old.expires_at > excluded.created_at then old.tries else 0 end,
           keeps_password = excluded.keeps_password, flow_state_id = excluded.flow_state_id, created_at = excluded.created_at,
           expires_at = excluded.expires_at`);
}

/** Which tokens a secret may be of: that of a link, or any that was sent to an address or to a user. */
export type TokenChoice = { kinds: readonly Kind[] } & ({ tokenHash: Buffer } | { address: string } | { userId: string });

function isChosen(choice: TokenChoice): Sql {
  const kinds = sql`kind = any(${choice.kinds}::text[])`;
  if ("tokenHash" in choice) return sql`token_hash = ${choice.tokenHash}::bytea and ${kinds}`;
  return "address" in choice ? sql`relates_to = ${choice.address} and ${kinds}` : sql`user_id = ${choice.userId} and ${kinds}`;
}

/** More wrong tries void the code. */
export const MOST_TRIES = 5;

export interface StoredToken {
  user_id: string;
  purpose: Purpose;
  kind: Kind;
  relates_to: string;
  token_hash: Buffer;
  code_mac: Buffer;
  keeps_password: boolean;
  flow_state_id: string | null;
}

/** The columns of a StoredToken, for a statement that has the token as `token`. */
export const tokenColumns: Sql = sql`
  token.user_id, token.purpose, token.kind, token.relates_to, token.token_hash, token.code_mac, token.keeps_password, token.flow_state_id`;

/**
 * For a statement that has a `trial`, as the CTE `token`: the tokens that a secret may match, unless the trial is refused. A code takes a
 * try of each before it is compared, so that concurrent guesses cannot exceed the limit.
 */
export function tokensTried(choice: TokenChoice, now: Date): Sql {
  const isGood = sql`refused_by is null and ${isChosen(choice)} and expires_at > ${now}`;
  if ("tokenHash" in choice) return sql`select one_time_tokens.* from one_time_tokens, trial where ${isGood}`;
  return sql`
    update one_time_tokens set tries = tries + 1
      from trial
     where ${isGood} and tries < ${MOST_TRIES}
    returning one_time_tokens.*`;
}

/** Gives back a try of each: the code was not wrong for them. */
export async function returnTokenTries(db: Db, tokens: readonly StoredToken[]): Promise<void> {
  await db.run(sql`
    update one_time_tokens token set tries = greatest(tries - 1, 0)
      from unnest(${tokens.map((token) => token.user_id)}::uuid[], ${tokens.map((token) => token.purpose)}::text[])
           as returned (user_id, purpose)
     where token.user_id = returned.user_id and token.purpose = returned.purpose`);
}

/**
 * For a statement that has locked the `owner`, as the CTE `spent`: it has a row if the token still exists and `condition` holds.
 */
export function tokenSpent({ purpose, token_hash: hash }: StoredToken, condition: Sql): Sql {
  return sql`
    delete from one_time_tokens using owner
     where user_id = owner.id and purpose = ${purpose} and token_hash = ${hash}::bytea and ${condition}
    returning user_id`;
}

/** Beside that CTE: all other tokens of the account are void. */
export function othersVoided({ purpose }: StoredToken): Sql {
  return sql`delete from one_time_tokens other using spent where other.user_id = spent.user_id and other.purpose <> ${purpose}`;
}

/** Those that have not expired. Nobody can guess a link, so only codes have tries that may be used up. */
export function findTokens(tx: Db, choice: TokenChoice, now: Date): Promise<StoredToken[]> {
  const hasTries = "tokenHash" in choice ? sql`true` : sql`tries < ${MOST_TRIES}`;
  return tx.many<StoredToken>(sql`
    select ${tokenColumns}
      from one_time_tokens token
     where ${isChosen(choice)} and expires_at > ${now} and ${hasTries}`);
}

/** Counts a wrong code against every token that it was tried on. */
export async function countMiss(tx: Db, tokens: readonly StoredToken[]): Promise<void> {
  await tx.run(sql`
    update one_time_tokens token set tries = tries + 1
      from unnest(${tokens.map((token) => token.user_id)}::uuid[], ${tokens.map((token) => token.purpose)}::text[])
           as missed (user_id, purpose)
     where token.user_id = missed.user_id and token.purpose = missed.purpose`);
}

/** Whether one of these kinds, for another purpose, is still out for the same user. */
export async function hasOtherToken(tx: Db, { user_id: userId, purpose }: StoredToken, kinds: readonly Kind[]): Promise<boolean> {
  const { found: exists } = await tx.one<{ found: boolean }>(sql`
    select exists (
      select from one_time_tokens where user_id = ${userId} and purpose <> ${purpose} and kind = any(${kinds}::text[])) as found`);
  return exists;
}

export async function deleteToken(tx: Db, { user_id: userId, purpose }: StoredToken): Promise<void> {
  await tx.run(sql`delete from one_time_tokens where user_id = ${userId} and purpose = ${purpose}`);
}

/** All tokens of a user, or those for these purposes, are void. */
export async function voidTokens(tx: Db, userId: string, purposes?: readonly Purpose[]): Promise<void> {
  const condition = purposes ? sql`purpose = any(${purposes}::text[])` : sql`true`;
  await tx.run(sql`delete from one_time_tokens where user_id = ${userId} and ${condition}`);
}

/** Removes tokens that expired long ago. */
export function purgeOneTimeTokens(db: Db, before: Date): Promise<number> {
  return db.run(sql`
    delete from one_time_tokens
     where (user_id, purpose) in (select user_id, purpose from one_time_tokens where expires_at < ${before} limit 10000)`);
}
