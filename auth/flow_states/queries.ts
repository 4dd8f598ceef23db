// The statements on `flow_states`.
import type { Db } from "../../kernel/sql/database.ts";
import { type Sql, sql } from "../../kernel/sql/sql.ts";
import type { CodeChallenge, CodeChallengeMethod } from "./pkce.ts";

export interface NewFlow {
  id: string;
  /** How the session that comes of it will have been opened: email/signup, recovery, magiclink, ... */
  authenticationMethod: string;
  challenge: CodeChallenge;
  now: Date;
}

/** Begins a flow for each row of `account`, a CTE with users. */
export function flowInsert({ id, authenticationMethod, challenge, now }: NewFlow): Sql {
  return sql`
    insert into flow_states (id, user_id, authentication_method, code_challenge, code_challenge_method, created_at)
    select ${id}::uuid, account.id, ${authenticationMethod}, ${challenge.codeChallenge}, ${challenge.codeChallengeMethod},
           ${now}::timestamptz
      from account
    returning id`;
}

/** Removes flows that began too long ago to be finished. */
export function purgeFlowStates(db: Db, before: Date): Promise<number> {
  return db.run(sql`
    delete from flow_states
     where id in (select id from flow_states where created_at < ${before} limit 10000)`);
}

/** Gives the flow of the token in the CTE `spent` the code that the browser carries back, if `account` says that all went well. */
export function authCodeIssue(code: { hash: Buffer; now: Date }): Sql {
  return sql`
    update flow_states flow set auth_code_hash = ${code.hash}::bytea, auth_code_issued_at = ${code.now}::timestamptz
      from spent, account
     where flow.id = spent.flow_state_id and account.id = spent.user_id`;
}

export interface FlowWithCode {
  id: string;
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
  banned_until: Date | null;
}

/** The flow that ends with this code and its verifier, and whether its user may go on; undefined if there is none, or no user any more. */
export function findFlowByCode(db: Db, codeHash: Buffer): Promise<FlowWithCode | undefined> {
  return db.maybeOne<FlowWithCode>(sql`
    select flow.id, flow.authentication_method, flow.provider, flow.code_challenge, flow.code_challenge_method,
           flow.auth_code_issued_at, flow.sealed_tokens, flow.redirect_to, flow.linking_user_id, flow.linking_session_id,
           users.banned_until
      from flow_states flow
      join users on users.id = flow.user_id and users.deleted_at is null
     where flow.auth_code_hash = ${codeHash}::bytea and flow.code_challenge is not null`);
}

/** Ends a flow. Of several callers with the same code only one gets the row. */
export function flowEnd(id: string, codeHash: Buffer): Sql {
  return sql`delete from flow_states where id = ${id}::uuid and auth_code_hash = ${codeHash}::bytea returning *`;
}

/** False where somebody else has ended it. */
export async function endFlow(db: Db, id: string, codeHash: Buffer): Promise<boolean> {
  return (await db.maybeOne(flowEnd(id, codeHash))) !== undefined;
}
