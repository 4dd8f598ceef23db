// The statements of sign-up: each kind of beginning is one, whatever it touches.
import type { Db } from "../../kernel/sql/database.ts";
import { type Sql, sql, trusted } from "../../kernel/sql/sql.ts";
import { accountAct } from "../audit/account_act.ts";
import type { Act } from "../audit/act.ts";
import { identityInsert, type NewIdentity, userWithIdentities } from "../identities/queries.ts";
import { type MailClaim, type MailClaimResult, mailClaimCtes } from "../limits/queries.ts";
import { type Issue, issueCtes } from "../one_time_tokens/queries.ts";
import { type NewSession, sessionColumns, sessionInsert } from "../sessions/queries.ts";
import type { SessionRow } from "../sessions/session.ts";
import { type Address, hasAddress, type NewUser, userInsert } from "../users/queries.ts";
import type { UserWithIdentities } from "../users/user.ts";

type SignedIn = UserWithIdentities & SessionRow;

/** A user whose address counts as confirmed, signed in; undefined where the address is taken. */
export function createConfirmedUser(
  db: Db,
  user: NewUser,
  identity: NewIdentity,
  session: NewSession,
): Promise<SignedIn | undefined> {
  return db.maybeOne<SignedIn>(sql`
    with account as (${userInsert(user)}),
         identity as (${identityInsert(identity)}),
         session as (${sessionInsert(session)}),
         logged as (${accountAct("user_signedup", { ...session, traits: { provider: identity.provider, login: true } })})
    select ${userWithIdentities(trusted("identity"))}, ${sessionColumns}
      from account, session`);
}

export function createAnonymousUser(db: Db, user: NewUser, session: NewSession): Promise<SignedIn> {
  return db.one<SignedIn>(sql`
    with account as (${userInsert(user)}),
         session as (${sessionInsert(session)}),
         logged as (${accountAct("login", { ...session, traits: { provider: "anonymous" } })})
    select ${userWithIdentities()}, ${sessionColumns}
      from account, session`);
}

/** A user who still has to confirm the address, with the message that asks for it; undefined where the address is taken. */
export function createUnconfirmedUser(
  db: Db,
  { user, identity, issue }: { user: NewUser; identity: NewIdentity; issue: Issue },
  act: Act & { schema: string },
): Promise<UserWithIdentities | undefined> {
  return db.maybeOne<UserWithIdentities>(sql`
    with account as (${userInsert(user)}),
         identity as (${identityInsert(identity)}),
         ${issueCtes(issue, act.schema)},
         logged as (${accountAct("user_confirmation_requested", { ...act, traits: { provider: identity.provider } })})
    select ${userWithIdentities(trusted("identity"))}, (select count(*) from message_job) as sent
      from account`);
}

/** Asks a user again to confirm; nothing else about the user changes. */
export function remindUnconfirmedUser(
  db: Db,
  userId: string,
  issue: Issue,
  act: Act & { schema: string },
): Promise<UserWithIdentities | undefined> {
  const { now } = act;
  return db.maybeOne<UserWithIdentities>(sql`
    with account as (
           update users set confirmation_sent_at = ${now}, updated_at = ${now}
            where id = ${userId} and ${unconfirmed(issue.token.address)} and deleted_at is null
           returning *),
         ${issueCtes(issue, act.schema)},
         logged as (${accountAct("user_confirmation_requested", act)})
    select ${userWithIdentities()}, (select count(*) from message_job) as sent
      from account`);
}

/** The address itself, because a user may have confirmed another one. */
function unconfirmed(address: string): Sql {
  return sql`((email = ${address} and email_confirmed_at is null) or (phone = ${address} and phone_confirmed_at is null))`;
}

export async function noteRepeatedSignUp(db: Db, userId: string, act: Act): Promise<void> {
  await db.run(sql`
    with account as (select * from users where id = ${userId})
    ${accountAct("user_repeated_signup", act)}`);
}

export interface Registration extends MailClaimResult {
  user_id: string | null;
  is_confirmed: boolean | null;
}

/** Takes the address's turn for a message, and looks whether the address is known, in one. */
export function claimAndFind(db: Db, claim: MailClaim, address: Address): Promise<Registration> {
  const confirmedAt = trusted("email" in address ? "email_confirmed_at" : "phone_confirmed_at");
  return db.one<Registration>(sql`
    with ${mailClaimCtes(claim)}
    select mail_claim.*, users.id as user_id, users.${confirmedAt} is not null as is_confirmed
      from mail_claim
      left join users on ${hasAddress(address)} and deleted_at is null`);
}
