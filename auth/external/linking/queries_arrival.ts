// The statements that let somebody in who came from an external provider.
import type { Db } from "../../../kernel/sql/database.ts";
import { type Sql, sql, trusted } from "../../../kernel/sql/sql.ts";
import { accountAct } from "../../audit/account_act.ts";
import type { Act } from "../../audit/act.ts";
import type { AuditAction } from "../../audit/entry.ts";
import { externalCodeIssue, type IssuedCode } from "../../flow_states/queries_external.ts";
import { identityInsert, identityRenewal, type NewIdentity, userWithIdentities } from "../../identities/queries.ts";
import { type Issue, issueCtes } from "../../one_time_tokens/queries.ts";
import { type NewSession, noSession, otherSessionsRevoked, sessionColumns, sessionInsert } from "../../sessions/queries.ts";
import type { SessionRow } from "../../sessions/session.ts";
import { type UserChange, userChange } from "../../users/changes.ts";
import { type NewUser, userInsert } from "../../users/queries.ts";
import type { Metadata, UserWithIdentities } from "../../users/user.ts";

export type SignedIn = UserWithIdentities & SessionRow;

/** False where the address was taken a moment ago. */
export async function insertUser(tx: Db, user: NewUser): Promise<boolean> {
  return (await tx.run(userInsert(user))) === 1;
}

/** A session at once, a code with which one can be had, or neither. */
export type Ending = { session: NewSession } | { code: IssuedCode } | undefined;

export interface ArrivalWrite {
  userId: string;
  /** What becomes the account's address, and counts as confirmed. */
  adopts: string | undefined;
  confirms: boolean;
  strips: boolean;
  /** The address that waits for its confirmation. */
  waitsFor: string | undefined;
  /** The mail that asks for it. */
  issue: Issue | undefined;
  appMetadata: Metadata;
  userMetadata: Metadata;
  identity: NewIdentity;
  isKnown: boolean;
  ending: Ending;
  /** In the audit log, where there is something to say. */
  action: AuditAction | undefined;
  told: readonly UserChange[];
}

/** All that an arrival is, in one statement. The user's row is locked by the transaction. Fails where the identity was taken meanwhile. */
export function writeArrival(tx: Db, arrival: ArrivalWrite, act: Act & { schema: string }): Promise<SignedIn> {
  const { identity, isKnown, strips, issue, ending, action, told } = arrival;
  const { schema, now } = act;
  const opensSession = ending !== undefined && "session" in ending;
  const traits = { provider: identity.provider, ...(opensSession && action !== "login" && { login: true }) };
  const ctes = [
    sql`account as (${accountUpdate(arrival, now)})`,
    sql`identity as (${isKnown ? identityRenewal(identity) : identityInsert(identity)})`,
    ...(strips ? strippingCtes(identity) : []),
    ...(provesAddress(arrival) ? [sql`voided as (delete from one_time_tokens using account where user_id = account.id)`] : []),
    ...(issue ? [issueCtes(issue, schema)] : []),
    ...endingCtes(ending, now),
    sql`told as (${userChange(told, now)})`,
    ...(action ? [sql`logged as (${accountAct(action, { ...act, traits })})`] : []),
  ];
  return tx.one<SignedIn>(sql`
    with ${ctes.reduce((all, each) => sql`${all}, ${each}`)}
    select ${userWithIdentities(identitiesNow(strips))}, ${sessionColumns}, ${issue ? sql`(select count(*) from message_job)` : sql`0`} as sent
      from account, session`);
}

/** Nobody else's links and codes may do anything with an account whose address has just been proven. */
function provesAddress({ adopts, confirms, strips }: ArrivalWrite): boolean {
  return adopts !== undefined || confirms || strips;
}

function accountUpdate(arrival: ArrivalWrite, now: Date): Sql {
  const { userId, adopts, confirms, strips, waitsFor, issue, ending, appMetadata, userMetadata } = arrival;
  const isProven = provesAddress(arrival);
  return sql`
    update users
       set email = coalesce(${adopts ?? null}, email),
           email_confirmed_at = case when ${adopts !== undefined || confirms} then ${now}::timestamptz else email_confirmed_at end,
           email_change = case when ${isProven} then null else coalesce(${waitsFor ?? null}, email_change) end,
           email_change_sent_at = case when ${issue !== undefined} then ${now}::timestamptz else email_change_sent_at end,
           phone = case when ${strips} then null else phone end,
           phone_change = case when ${strips} then null else phone_change end,
           encrypted_password = case when ${strips} then null else encrypted_password end,
           raw_app_meta_data = ${appMetadata}, raw_user_meta_data = ${userMetadata}, is_anonymous = false,
           last_sign_in_at = case when ${ending !== undefined && "session" in ending} then ${now}::timestamptz else last_sign_in_at end,
           updated_at = ${now}
     where id = ${userId}
    returning *`;
}

/** What else belongs to an account that was nobody's: it was put there by whoever made it, and they may want to come back. */
function strippingCtes({ provider, providerId }: NewIdentity): Sql[] {
  return [
    sql`other_identities as (
      delete from identities using account
       where user_id = account.id and (provider, provider_id) <> (${provider}, ${providerId}))`,
    sql`other_sessions as (delete from sessions using account where user_id = account.id)`,
    sql`other_flows as (
      delete from flow_states using account where account.id in (flow_states.user_id, linking_user_id))`,
  ];
}

function endingCtes(ending: Ending, now: Date): Sql[] {
  if (ending && "session" in ending) {
    return [sql`session as (${sessionInsert(ending.session)})`, sql`others as (${otherSessionsRevoked(ending.session)})`];
  }
  const none = sql`session as (${noSession})`;
  return ending ? [none, sql`code as (${externalCodeIssue(ending.code, now)})`] : [none];
}

function identitiesNow(strips: boolean): Sql {
  if (strips) return trusted("identity");
  return sql`(
    select * from identity
    union all
    select * from identities where user_id = account.id and id not in (select id from identity))`;
}
