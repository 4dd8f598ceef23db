// The statements on `flow_states` for flows by way of a company's identity provider.
import type { Db } from "../../kernel/sql/database.ts";
import { sql } from "../../kernel/sql/sql.ts";
import type { CodeChallenge, CodeChallengeMethod } from "./pkce.ts";

export interface NewSsoFlow {
  id: string;
  provider: string;
  stateHash: Buffer;
  redirectTo: string;
  challenge: CodeChallenge | undefined;
  now: Date;
}

export async function insertSsoFlow(db: Db, flow: NewSsoFlow): Promise<void> {
  const { id, provider, stateHash, redirectTo, challenge, now } = flow;
  await db.run(sql`
    insert into flow_states (id, authentication_method, provider, state_hash, redirect_to, code_challenge, code_challenge_method,
                             created_at)
    values (${id}, 'sso/saml', ${provider}, ${stateHash}::bytea, ${redirectTo},
            ${challenge?.codeChallenge ?? null}, ${challenge?.codeChallengeMethod ?? null}, ${now})`);
}

/** Binds the flow to the browser that opens it first. Undefined where it is another one's, or no flow that waits for a browser. */
export function bindSsoFlow(
  db: Db,
  stateHash: Buffer,
  browserHash: Buffer,
): Promise<Pick<SsoFlow, "id" | "provider" | "created_at"> | undefined> {
  return db.maybeOne(sql`
    update flow_states
       set browser_hash = ${browserHash}::bytea
     where state_hash = ${stateHash}::bytea and authentication_method = 'sso/saml' and code_challenge is null
       and (browser_hash is null or browser_hash = ${browserHash}::bytea)
    returning id, provider, created_at`);
}

export interface SsoFlow {
  id: string;
  provider: string;
  redirect_to: string;
  browser_hash: Buffer | null;
  code_challenge: string | null;
  code_challenge_method: CodeChallengeMethod | null;
  created_at: Date;
}

/** The flow with this state. Only one caller gets it, once; the row stays where a code follows. */
export function claimSsoFlow(db: Db, stateHash: Buffer): Promise<SsoFlow | undefined> {
  return db.maybeOne<SsoFlow>(sql`
    with flow as (
           select id, provider, redirect_to, browser_hash, code_challenge, code_challenge_method, created_at
             from flow_states
            where state_hash = ${stateHash}::bytea and authentication_method = 'sso/saml'
              for update skip locked),
         over as (delete from flow_states using flow where flow_states.id = flow.id and flow.code_challenge is null),
         back as (
           update flow_states set state_hash = null, browser_hash = null
             from flow
            where flow_states.id = flow.id and flow.code_challenge is not null)
    select * from flow`);
}

export interface SsoCode {
  flowId: string;
  hash: Buffer;
  sessionNotAfter: Date | null;
}

/** Gives the flow to a user, with the code that the browser carries back. */
export async function issueSsoCode(tx: Db, userId: string, code: SsoCode, now: Date): Promise<void> {
  await tx.run(sql`
    update flow_states
       set user_id = ${userId}, auth_code_hash = ${code.hash}::bytea, auth_code_issued_at = ${now},
           session_not_after = ${code.sessionNotAfter}
     where id = ${code.flowId}`);
}
