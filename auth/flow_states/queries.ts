// The statements on `flow_states`.
import { type Sql, sql } from "../../kernel/sql/sql.ts";
import type { CodeChallenge } from "./pkce.ts";

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
