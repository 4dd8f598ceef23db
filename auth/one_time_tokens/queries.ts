// The statements on `one_time_tokens`.
import type { Db } from "../../kernel/sql/database.ts";
import { type Sql, sql, trusted } from "../../kernel/sql/sql.ts";
import { flowInsert, type NewFlow } from "../flow_states/queries.ts";
import { outboxInsert, outboxJob } from "../outbox/queries.ts";
import type { OutboxRow } from "../outbox/seal.ts";
import type { Kind } from "./kinds.ts";
import type { OneTimeToken } from "./token.ts";

/** A token with the message that carries it: both are written, or neither is. */
export interface Issue {
  token: OneTimeToken;
  /** Where the link is to end in a PKCE exchange. */
  flow: NewFlow | undefined;
  /** Undefined where the code is known without one. */
  message: OutboxRow | undefined;
}

/**
 * The CTEs that write an issue for the one row of `account`, a CTE with users: `flow`, `token`, `message` and `message_job`, without
 * `with`. Something has to read `message_job`, or nothing is sent. A statement with two issues tells their CTEs apart by a suffix.
 */
export function issueCtes({ token, flow, message }: Issue, schema: string, suffix = ""): Sql {
  const name = (word: string) => trusted(`${word}${suffix}`);
  const begun = flow ? flowInsert(flow) : sql`select null::uuid as id`;
  return sql`
    ${name("flow")} as (${begun}),
    ${name("token")} as (${tokenUpsert(token, sql`account, ${name("flow")} flow`, sql`flow.id`)}),
    ${name("message")} as (${message ? outboxInsert(message, sql`exists (select from ${name("token")})`) : NO_ROW}),
    ${name("message_job")} as (${message ? outboxJob(schema, message, name("message")) : NO_ROW})`;
}

const NO_ROW = sql`select null::uuid as id where false`;

/**
 * A token by itself, for the one row of `account` in `from`; it takes the place of an older one for the same purpose. Where the code
 * stays the same, which is so for a fixed one, the wrong tries stay too: asking again and again must not give ever new tries at it.
 */
export function tokenUpsert(token: OneTimeToken, from: Sql = trusted("account"), flowId: Sql = trusted("null::uuid")): Sql {
  return sql`
      insert into one_time_tokens as old (user_id, purpose, kind, relates_to, token_hash, code_mac, keeps_password,
                                          flow_state_id, created_at, expires_at)
      select account.id, ${token.purpose}, ${token.kind}, ${token.address}, ${token.tokenHash}::bytea, ${token.codeMac}::bytea,
             ${token.keepsPassword}::bool, ${flowId}, ${token.createdAt}::timestamptz, ${token.expiresAt}::timestamptz
        from ${from}
      on conflict (user_id, purpose) do update
         set kind = excluded.kind, relates_to = excluded.relates_to, token_hash = excluded.token_hash, code_mac = excluded.code_mac,
             tries = case when old.code_mac = excluded.code_mac and old.expires_at > excluded.created_at then old.tries else 0 end,
             keeps_password = excluded.keeps_password, flow_state_id = excluded.flow_state_id, created_at = excluded.created_at, expires_at = excluded.expires_at
      returning user_id`;
}

/** More wrong tries void the code. */
export const MOST_TRIES = 5;

/**
 * The CTEs that spend a token: `tried` finds and locks it, `spent` has its row if the secret was right, and is deleted, `missed`
 * counts a wrong code. `condition` chooses the token: `byLink` or `byCode`.
 */
export function spendCtes({ where, matches }: TokenChoice, now: Date): Sql {
  return sql`
    tried as (
      select user_id, purpose, ${matches} as matches
        from one_time_tokens
       where ${where} and tries < ${MOST_TRIES} and expires_at > ${now}
       order by matches desc
       limit 1
         for update),
    spent as (
      delete from one_time_tokens token using tried
       where tried.matches and token.user_id = tried.user_id and token.purpose = tried.purpose
      returning token.*),
    missed as (
      update one_time_tokens token set tries = tries + 1 from tried
       where not tried.matches and token.user_id = tried.user_id and token.purpose = tried.purpose)`;
}

export interface TokenChoice {
  where: Sql;
  matches: Sql;
}

export function byLink(tokenHash: Buffer, kinds: readonly Kind[]): TokenChoice {
  return { where: sql`token_hash = ${tokenHash}::bytea and kind = any(${kinds}::text[])`, matches: sql`true` };
}

/** A MAC of the same code for each of the kinds that it may be of. */
export function byCode(address: string, macs: ReadonlyMap<Kind, Buffer>): TokenChoice {
  const matches = [...macs].map(([kind, mac]) => sql`kind = ${kind} and code_mac = ${mac}::bytea`);
  return {
    where: sql`relates_to = ${address} and kind = any(${[...macs.keys()]}::text[])`,
    matches: sql`(${matches.reduce((all, each) => sql`${all} or ${each}`)})`,
  };
}

/** Removes tokens that expired long ago. */
export function purgeOneTimeTokens(db: Db, before: Date): Promise<number> {
  return db.run(sql`
    delete from one_time_tokens
     where (user_id, purpose) in (select user_id, purpose from one_time_tokens where expires_at < ${before} limit 10000)`);
}
