// The two statements of a redemption, put together of parts that the owners of the tables make.
import type { Db } from "../../kernel/sql/database.ts";
import { type Sql, sql, trusted } from "../../kernel/sql/sql.ts";
import { authCodeIssued } from "../flow_states/queries.ts";
import { identitiesVerified, userWithVerified } from "../identities/queries.ts";
import { afterSuccess, successCtes, type Trial, type TryRule, tryCtes } from "../limits/queries_tries.ts";
import {
  othersVoided,
  type StoredToken,
  type TokenChoice,
  tokenColumns,
  tokenSpent,
  tokensTried,
} from "../one_time_tokens/queries.ts";
import { sessionColumns, sessionInsert, surplusRevoked } from "../sessions/queries.ts";
import { deviceSeen, isNewDevice } from "../sessions/queries_devices.ts";
import type { SignedIn } from "../sessions/session.ts";
import type { NewSession } from "../sessions/session_row.ts";
import {
  type AddedMetadata,
  type Address,
  type ChangedColumns,
  type LockedUser,
  lockedColumns,
  lockedUnchanged,
  tokenOwnerUpdate,
} from "../users/queries.ts";

/** A token, and the row of its owner. */
export type OwnedToken = StoredToken & LockedUser;

/** Claims a try, and finds the tokens that a secret may be of. */
export async function claimAndFindTokens(
  db: Db,
  rules: readonly TryRule[],
  choice: TokenChoice,
  now: Date,
): Promise<{ trial: Trial; tokens: OwnedToken[] }> {
  const rows = await db.many<Trial & (OwnedToken | { user_id: null })>(sql`
    with ${tryCtes(rules, now)},
         token as (${tokensTried(choice, now)})
    select trial.*, ${tokenColumns}, ${lockedColumns}
      from trial
      left join (token join users account on account.id = token.user_id and account.deleted_at is null) on true`);
  return { trial: rows[0] as Trial, tokens: rows.filter((row) => row.user_id !== null) };
}

export interface Confirmation {
  changes: ChangedColumns;
  added: AddedMetadata;
  address: Address;
  /** The insert of the audit entry, from `account`; undefined where there is none. */
  entry: Sql | undefined;
  /** Given back. */
  tries: readonly TryRule[];
  now: Date;
}

const ACCOUNT = trusted("account");

/**
 * Spends the token, confirms the address and opens the session; undefined if the account has changed since it was read, or the token is gone.
 */
export function confirmForSession(
  db: Db,
  token: OwnedToken,
  confirmation: Confirmation,
  session: NewSession,
): Promise<(SignedIn & { is_new_device: boolean }) | undefined> {
  return db.maybeOne(sql`
    with ${confirmationCtes(token, confirmation)},
         session as (${sessionInsert(session, ACCOUNT)}),
         device as (${deviceSeen(session, ACCOUNT)}),
         surplus as (${surplusRevoked(session, ACCOUNT)})
    select ${userWithVerified}, ${sessionColumns}, ${isNewDevice(session)}
      from account, session`);
}

/** The same for the code with which a session can be had; false where the other returns nothing. */
export async function confirmForCode(
  db: Db,
  token: OwnedToken,
  confirmation: Confirmation,
  authCodeHash: Buffer,
): Promise<boolean> {
  const code = { flowId: token.flow_state_id as string, hash: authCodeHash, now: confirmation.now };
  const confirmed = await db.maybeOne(sql`
    with ${confirmationCtes(token, confirmation)},
         issued as (${authCodeIssued(code, sql`exists (select from account)`)})
    select id from account`);
  return confirmed !== undefined;
}

/** The account is locked before its tries and these before its tokens, as everywhere, so that nobody waits in a circle. */
function confirmationCtes(token: OwnedToken, { changes, added, address, entry, tries, now }: Confirmation): Sql {
  return sql`
         owner as (${lockedUnchanged(token)}),
         ${successCtes(tries, sql`exists (select from owner)`)},
         spent as (${tokenSpent(token, afterSuccess(tries))}),
         voided as (${othersVoided(token)}),
         account as (${tokenOwnerUpdate(changes, { added, now })}),
         verified as (${identitiesVerified(address, now)}),
         logged as (${entry ?? sql`select`})`;
}
