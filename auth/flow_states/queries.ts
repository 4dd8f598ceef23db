// The statements on `flow_states`.
import type { Db } from "../../kernel/sql/database.ts";
import { type Sql, sql } from "../../kernel/sql/sql.ts";
import type { CodeChallenge, CodeChallengeMethod } from "./pkce.ts";

export interface NewFlow {
  id: string;
  /** The authentication method of the session that the flow opens: email/signup, recovery, magiclink, ... */
  authenticationMethod: string;
  challenge: CodeChallenge;
  now: Date;
}

export async function insertFlow(tx: Pick<Db, "run">, userId: string, flow: NewFlow): Promise<void> {
  const { id, authenticationMethod, challenge, now } = flow;
  await tx.run(sql`
    insert into flow_states (id, user_id, authentication_method, code_challenge, code_challenge_method, created_at)
    values (${id}, ${userId}, ${authenticationMethod}, ${challenge.codeChallenge}, ${challenge.codeChallengeMethod}, ${now})`);
}

/** Ends all flows by which a user is about to come in. */
export async function deleteFlows(tx: Db, userId: string): Promise<void> {
  await tx.run(sql`delete from flow_states where user_id = ${userId}`);
}

/** Those as well in which an identity is about to be linked to the user. */
export async function deleteFlowsAndLinks(tx: Db, userId: string): Promise<void> {
  await tx.run(sql`delete from flow_states where user_id = ${userId} or linking_user_id = ${userId}`);
}

/** Removes flows that began too long ago to be finished. */
export function purgeFlowStates(db: Db, before: Date): Promise<number> {
  return db.run(sql`
    delete from flow_states
     where id in (select id from flow_states where created_at < ${before} limit 10000)`);
}

/** Gives the flow the code that the browser carries back. */
export async function issueAuthCode(tx: Db, flowId: string, hash: Buffer, now: Date): Promise<void> {
  await tx.run(authCodeIssued({ flowId, hash, now }, sql`true`));
}

/** The same as a part of a statement, where `condition` says whether to. */
export function authCodeIssued({ flowId, hash, now }: { flowId: string; hash: Buffer; now: Date }, condition: Sql): Sql {
  return sql`
    update flow_states set auth_code_hash = ${hash}::bytea, auth_code_issued_at = ${now} where id = ${flowId} and ${condition}`;
}

export interface FlowWithCode {
  id: string;
  user_id: string;
  authentication_method: string;
  /** Null where no external provider has a part in it. */
  provider: string | null;
  code_challenge: string;
  code_challenge_method: CodeChallengeMethod;
  auth_code_issued_at: Date;
  sealed_tokens: Buffer | null;
  redirect_to: string | null;
  linking_user_id: string | null;
  linking_session_id: string | null;
  session_not_after: Date | null;
  banned_until: Date | null;
}

/** The flow that ends with this code and its verifier, and whether its user may sign in; undefined if flow or user is gone. */
export function findFlowByCode(db: Db, codeHash: Buffer): Promise<FlowWithCode | undefined> {
  return db.maybeOne<FlowWithCode>(sql`
    select flow.id, flow.user_id, flow.authentication_method, flow.provider, flow.code_challenge, flow.code_challenge_method,
           flow.auth_code_issued_at, flow.sealed_tokens, flow.redirect_to, flow.linking_user_id, flow.linking_session_id,
           flow.session_not_after,
           users.banned_until
      from flow_states flow
      join users on users.id = flow.user_id and users.deleted_at is null
     where flow.auth_code_hash = ${codeHash}::bytea and flow.code_challenge is not null`);
}

/** Ends a flow. Of several callers with the same code one gets it; false for the others. */
export async function endFlow(db: Db, id: string, codeHash: Buffer): Promise<boolean> {
  return (await db.run(sql`delete from flow_states where id = ${id} and auth_code_hash = ${codeHash}::bytea`)) === 1;
}
