// The hot statements: a sign-in with a password is two, a refresh is one. Their parts are made by the owners of the tables.
// Each part names the CTE that it reads; the default is `account`.
import type { Database, Db } from "../../kernel/sql/database.ts";
import { sql, trusted } from "../../kernel/sql/sql.ts";
import { accountAct } from "../audit/account_act.ts";
import type { Act } from "../audit/act.ts";
import { userWithIdentities } from "../identities/queries.ts";
import { successCtes, type Trial, type TryRule, tryCtes } from "../limits/queries_tries.ts";
import { type RefreshRules, sessionColumns, sessionInsert, sessionRefresh, surplusRevoked } from "../sessions/queries.ts";
import { deviceSeen, isNewDevice, notifyOfDevice } from "../sessions/queries_devices.ts";
import type { SignedIn } from "../sessions/session.ts";
import type { NewSession } from "../sessions/session_row.ts";
import { type Address, hasAddress, passwordSignIn, type SignInUser, signInColumns } from "../users/queries.ts";

const ACCOUNT = trusted("account");

/** Claims a try, and finds the user of a password sign-in; without an id where nobody has the address. */
export function claimAndFindUser(
  db: Db,
  rules: readonly TryRule[],
  address: Address,
  now: Date,
): Promise<Trial & (SignInUser | { id: null })> {
  return db.one(sql`
    with ${tryCtes(rules, now)}
    select trial.*, ${signInColumns}
      from trial
      left join users on refused_by is null and ${hasAddress(address)} and deleted_at is null`);
}

/**
 * Session, sign-in date and audit in one, and the try is given back; undefined if the account changed while its password was being
 * checked.
 */
export async function signInWithPassword(
  db: Database,
  { user, tries, strongerHash }: { user: SignInUser; tries: readonly TryRule[]; strongerHash: string | undefined },
  session: NewSession,
): Promise<SignedIn | undefined> {
  const signedIn = await db.maybeOne<SignedIn & { is_new_device: boolean }>(sql`
    with account as (${passwordSignIn(user, strongerHash, session.now)}),
         session as (${sessionInsert(session, ACCOUNT)}),
         device as (${deviceSeen(session, ACCOUNT)}),
         surplus as (${surplusRevoked(session, ACCOUNT)}),
         ${successCtes(tries, sql`exists (select from account)`)},
         logged as (${accountAct("login", { ...session, traits: { provider: "password" } })})
    select ${userWithIdentities}, ${sessionColumns}, ${isNewDevice(session)}
      from account, session`);
  // After the sign-in: a crash in between costs the mail, and nobody else a round trip.
  if (signedIn?.is_new_device) await db.transaction((tx) => notifyOfDevice(tx, signedIn.id, session));
  return signedIn;
}

export interface Refreshed extends SignedIn {
  /** The token was valid: the session's newest token is its child. */
  is_exchanged: boolean;
  timed_out: boolean;
  revoked_at: Date | null;
}

/** Exchanges a refresh token and renews the session; undefined if the session is gone. */
export function refreshSession(
  db: Db,
  token: { sessionId: string; counter: number },
  rules: RefreshRules,
  act: Act,
): Promise<Refreshed | undefined> {
  const { now } = act;
  const isGood = sql`session.is_exchanged and session.revoked_at is null and not session.timed_out`;
  return db.maybeOne<Refreshed>(sql`
    with session as (${sessionRefresh(token, rules, now)}),
         account as (select users.* from users, session where users.id = session.user_id and users.deleted_at is null),
         renewed as (select account.* from account, session where ${isGood}),
         misused as (select account.* from account, session where session.revoked_at = ${now}),
         logged as (${accountAct("token_refreshed", { ...act, from: sql`renewed as account` })}),
         logged_misuse as (${accountAct("token_revoked", { ...act, traits: { reason: "reuse" }, from: sql`misused as account` })})
    select ${userWithIdentities}, ${sessionColumns}, session.is_exchanged, session.timed_out, session.revoked_at
      from account, session`);
}
