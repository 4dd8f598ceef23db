// The parts that all statements have which redeem a one-time token: judging and spending it, and what comes of it in the end. The
// owner's row is locked before the token is judged, so callers at the same time are judged one after the other.
import { type Sql, sql, trusted } from "../../kernel/sql/sql.ts";
import type { Act } from "../audit/act.ts";
import type { AuditTraits } from "../audit/entry.ts";
import { authCodeIssue } from "../flow_states/queries.ts";
import { userWithIdentities } from "../identities/queries.ts";
import { successCtes, type TryRule } from "../limits/queries_tries.ts";
import type { Kind } from "../one_time_tokens/kinds.ts";
import { MOST_TRIES } from "../one_time_tokens/queries.ts";
import { type NewSession, noSession, otherSessionsRevoked, sessionColumns, sessionInsert } from "../sessions/queries.ts";
import type { SessionRow } from "../sessions/session.ts";
import type { UserWithIdentities } from "../users/user.ts";
import type { Proof } from "./proof.ts";

export interface Redemption extends Act {
  proof: Proof;
  /** For a user who has no password. */
  newPassword: string | undefined;
  /** Refuse invited users who have no password and bring none. */
  demandsPassword: boolean;
  /** Given back where the token is spent. */
  tries: readonly TryRule[];
  /** A session at once, or a code with which one can be had. */
  ending: Ending;
}

export type Ending = { session: NewSession } | { authCodeHash: Buffer };

/** The token was right. Whether it was spent depends on its owner. */
export type Redeemed = {
  kind: Kind;
  is_spent: boolean;
  owner_banned_until: Date | null;
  lacks_password: boolean;
  /** Null: nothing has happened beyond that the token is spent. */
  id: string | null;
} & (UserWithIdentities | { id: null }) &
  SessionRow;

/**
 * The CTEs that judge a token and spend it: `owner`, locked; `hit`, the token if its secret is right; `spent`, the same if its owner
 * may go on. A wrong code counts against every token that it was tried on, or many accounts waiting for one address would lend it
 * their tries. It does not harm the links, which nobody can guess. `stillRight`: the address is still the owner's, or still the one
 * that was waited for.
 */
export function spendCtes({ proof, newPassword, demandsPassword, ending, now }: Redemption, stillRight: Sql): Sql {
  const { where, matches } = proof.choice;
  const isLive = proof.isCode ? sql`expires_at > ${now} and tries < ${MOST_TRIES}` : sql`expires_at > ${now}`;
  const lacksPassword = demandsPassword && newPassword === undefined ? sql`owner.lacks_password` : sql`false`;
  const isWanted = "session" in ending ? sql`true` : sql`token.flow_state_id is not null`;
  return sql`
    owner as (
      select id, email, phone, email_change, phone_change, email_confirmed_at, phone_confirmed_at, banned_until,
             encrypted_password is null and invited_at is not null as lacks_password
        from users
       where deleted_at is null and id in (select user_id from one_time_tokens where ${where})
       order by id
         for no key update),
    hit as (
      select owner.id as owner_id, token.purpose as hit_purpose, token.kind as hit_kind
        from one_time_tokens token
        join owner on owner.id = token.user_id
       where ${where} and ${isLive} and ${matches} and ${stillRight} and ${isWanted}
       limit 1),
    spent as (
      delete from one_time_tokens token using hit, owner
       where token.user_id = hit.owner_id and token.purpose = hit.hit_purpose and owner.id = hit.owner_id
         and ${where} and ${isLive} and ${matches} and ${stillRight} and ${isWanted}
         and not (${lacksPassword}) and coalesce(owner.banned_until <= ${now}, true)
      returning token.user_id, token.purpose, token.flow_state_id, token.keeps_password),
    missed as (
      update one_time_tokens token set tries = tries + 1
        from owner
       where ${proof.isCode} and token.user_id = owner.id and ${where} and ${isLive} and not ${matches}
         and not exists (select from hit))`;
}

/** What the account notes of it: a sign-in only where a session is opened. */
export function signIn({ ending, now }: Redemption): Sql {
  return "session" in ending ? sql`last_sign_in_at = ${now}, updated_at = ${now}` : sql`updated_at = ${now}`;
}

/** For an entry of the audit log about something else: a session came of it too. */
export function loginTrait({ ending }: Redemption): AuditTraits | undefined {
  return "session" in ending ? { login: true } : undefined;
}

/** Voids the account's other tokens, and opens the session or issues the code. */
export function endingCtes({ ending, tries, now }: Redemption): Sql {
  const opened =
    "session" in ending
      ? sql`session as (${sessionInsert(ending.session)}), others as (${otherSessionsRevoked(ending.session)})`
      : sql`session as (${noSession}),
            code as (${authCodeIssue({ hash: ending.authCodeHash, now })})`;
  return sql`
    voided as (
      delete from one_time_tokens token using spent, account
       where token.user_id = account.id and token.purpose <> spent.purpose),
    ${opened},
    ${tries.length > 0 ? sql`${successCtes(tries, sql`exists (select from spent)`)},` : sql``}
    identity_now as (
      select * from identity_changed
       union all
      select identities.*
        from identities, account
       where identities.user_id = account.id and identities.id not in (select id from identity_changed))`;
}

/** No row where no token is right. */
export const OUTCOME: Sql = sql`
    select hit.hit_kind as kind, spent.user_id is not null as is_spent, owner.banned_until as owner_banned_until,
           owner.lacks_password, ${userWithIdentities(trusted("identity_now"))}, ${sessionColumns}
      from hit
      join owner on owner.id = hit.owner_id
      left join spent on true
      left join account on true
      left join session on true`;
