// The statements on tokens whose code the SMS gateway makes.
import type { Db } from "../../kernel/sql/database.ts";
import { type Sql, sql } from "../../kernel/sql/sql.ts";
import type { SmsKind } from "./kinds.ts";
import { MOST_TRIES } from "./queries.ts";

/** A token that waits for its code. */
export interface WaitingToken {
  user_id: string;
  code_mac: Buffer;
  /** The code was called right before and not redeemed since: there is nothing to ask, and no try was taken. */
  is_own: boolean;
}

interface Tokens {
  phone: string;
  kind: SmsKind;
  userId?: string;
}

function tokensOf({ phone, kind, userId }: Tokens): Sql {
  const owner = userId === undefined ? sql`` : sql`and user_id = ${userId}`;
  return sql`relates_to = ${phone} and kind = ${kind} ${owner}`;
}

/** Takes one of the tries of each token that waits for a code to this number, and returns those that had one left. */
export function takeTry(db: Db, tokens: Tokens & { codeMac: Buffer; now: Date }): Promise<WaitingToken[]> {
  const isOwn = sql`code_mac = ${tokens.codeMac}::bytea`;
  return db.many<WaitingToken>(sql`
    update one_time_tokens set tries = tries + case when ${isOwn} then 0 else 1 end
     where ${tokensOf(tokens)} and tries < ${MOST_TRIES} and expires_at > ${tokens.now}
    returning user_id, code_mac, ${isOwn} as is_own`);
}

/** Returns the tries, because the gateway gave no verdict. */
export async function returnTry(db: Db, tokens: Tokens, waiting: readonly WaitingToken[]): Promise<void> {
  const macs = waiting.filter((token) => !token.is_own).map((token) => token.code_mac.toString("hex"));
  if (macs.length === 0) return;
  await db.run(sql`
    update one_time_tokens set tries = tries - 1
     where ${tokensOf(tokens)} and encode(code_mac, 'hex') = any(${macs}::text[]) and tries > 0`);
}

/** The code becomes the token's own, unless another token has replaced it; the try counts as none. */
export async function adoptCode(
  db: Db,
  { kind, token, codeMac }: { kind: SmsKind; token: WaitingToken; codeMac: Buffer },
): Promise<void> {
  await db.run(sql`
    update one_time_tokens set code_mac = ${codeMac}::bytea, tries = greatest(tries - 1, 0)
     where user_id = ${token.user_id} and kind = ${kind} and code_mac = ${token.code_mac}::bytea`);
}
