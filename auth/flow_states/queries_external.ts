// The statements on `flow_states` for flows by way of an external provider.
import type { Db } from "../../kernel/sql/database.ts";
import { runUnlessGone } from "../../kernel/sql/run_unless_gone.ts";
import { sql } from "../../kernel/sql/sql.ts";
import type { CodeChallenge, CodeChallengeMethod } from "./pkce.ts";

export interface NewExternalFlow {
  id: string;
  provider: string;
  stateHash: Buffer;
  /** Null where a program asks for a link, whose browser cannot be known yet. */
  browserHash: Buffer | null;
  redirectTo: string;
  challenge: CodeChallenge | undefined;
  inviteHash: Buffer | null;
  linking: { userId: string; sessionId: string | undefined } | undefined;
  sealedMemory: Buffer | null;
  now: Date;
}

/** Begins the flow; false where the user is gone who wants to link. */
export function insertExternalFlow(db: Db, flow: NewExternalFlow): Promise<boolean> {
  const { challenge, linking } = flow;
  const insert = sql`
    insert into flow_states (id, authentication_method, provider, state_hash, browser_hash, redirect_to, code_challenge,
                             code_challenge_method, invite_hash, linking_user_id, linking_session_id, sealed_memory, created_at)
    values (${flow.id}, 'oauth', ${flow.provider}, ${flow.stateHash}::bytea, ${flow.browserHash}::bytea, ${flow.redirectTo},
            ${challenge?.codeChallenge ?? null}, ${challenge?.codeChallengeMethod ?? null}, ${flow.inviteHash}::bytea,
            ${linking?.userId ?? null}, ${linking?.sessionId ?? null}, ${flow.sealedMemory}::bytea, ${flow.now})`;
  return runUnlessGone(db, insert);
}

export interface ExternalFlow {
  id: string;
  provider: string;
  redirect_to: string;
  code_challenge: string | null;
  code_challenge_method: CodeChallengeMethod | null;
  invite_hash: Buffer | null;
  linking_user_id: string | null;
  linking_session_id: string | null;
  sealed_memory: Buffer | null;
  created_at: Date;
}

/**
 * The flow with this state, if a cookie matches; a program's link has none. One caller gets it. The state is removed, and the row
 * too unless a code or link follows. A locked row counts as used.
 */
export function claimExternalFlow(
  db: Db,
  stateHash: Buffer,
  browserHashes: readonly Buffer[],
): Promise<ExternalFlow | undefined> {
  const mine = browserHashes.map((hash) => sql`browser_hash = ${hash}::bytea`);
  const isUnbound = sql`browser_hash is null and linking_user_id is not null`;
  const isMine = mine.reduce((all, each) => sql`${all} or ${each}`, isUnbound);
  return db.maybeOne<ExternalFlow>(sql`
    with flow as (
           select id, provider, redirect_to, code_challenge, code_challenge_method, invite_hash, linking_user_id,
                  linking_session_id, sealed_memory, created_at
             from flow_states
            where state_hash = ${stateHash}::bytea and (${isMine})
              for update skip locked),
         over as (
           delete from flow_states using flow
            where flow_states.id = flow.id and flow.code_challenge is null and flow.linking_user_id is null),
         back as (
           update flow_states set state_hash = null, browser_hash = null, sealed_memory = null
             from flow
            where flow_states.id = flow.id and (flow.code_challenge is not null or flow.linking_user_id is not null))
    select * from flow`);
}

export interface IssuedCode {
  flowId: string;
  hash: Buffer;
  sealedTokens: Buffer;
}

/** Gives the flow to a user, with the code that the browser carries back. */
export async function issueExternalCode(tx: Db, userId: string, code: IssuedCode, now: Date): Promise<void> {
  await tx.run(sql`
    update flow_states
       set user_id = ${userId}, auth_code_hash = ${code.hash}::bytea, auth_code_issued_at = ${now},
           sealed_tokens = ${code.sealedTokens}::bytea
     where id = ${code.flowId}`);
}

/** Keeps what came from the provider until the link is proven: by the code and its verifier, or by the button in this browser. */
export async function insertPendingLink(
  db: Db,
  { flowId, hash, sealedTokens }: IssuedCode,
  { browserHash, now }: { browserHash: Buffer | null; now: Date },
): Promise<boolean> {
  const count = await db.run(sql`
    update flow_states
       set user_id = linking_user_id, auth_code_hash = ${hash}::bytea, auth_code_issued_at = ${now}::timestamptz,
           sealed_tokens = ${sealedTokens}::bytea, browser_hash = ${browserHash}::bytea
     where id = ${flowId}::uuid and linking_user_id is not null`);
  return count === 1;
}

export interface PendingLink {
  id: string;
  provider: string;
  redirect_to: string;
  linking_user_id: string;
  linking_session_id: string | null;
  sealed_tokens: Buffer;
  auth_code_issued_at: Date;
}

/** Ends the flow of a confirmed link, in the browser that got the page. Of concurrent requests one gets the row. */
export function claimPendingLink(db: Db, hash: Buffer, browserHashes: readonly Buffer[]): Promise<PendingLink | undefined> {
  const mine = browserHashes.map((each) => sql`browser_hash = ${each}::bytea`);
  const isMine = mine.reduce((all, each) => sql`${all} or ${each}`, sql`false`);
  return db.maybeOne<PendingLink>(sql`
    delete from flow_states
     where auth_code_hash = ${hash}::bytea and code_challenge is null and linking_user_id is not null and (${isMine})
    returning id, provider, redirect_to, linking_user_id, linking_session_id, sealed_tokens, auth_code_issued_at`);
}
