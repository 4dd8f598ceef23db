// The statements with which users change their own account. A change locks the user's row first: what is read after that stays true
// until the commit, so of two changes at once the second sees what the first has done.
import type { Db } from "../../kernel/sql/database.ts";
import { type Sql, sql, trusted } from "../../kernel/sql/sql.ts";
import { accountAct } from "../audit/account_act.ts";
import type { Act } from "../audit/act.ts";
import type { AuditAction, AuditTraits } from "../audit/entry.ts";
import { type NewIdentity, userWithIdentities } from "../identities/queries.ts";
import { type Trial, type TryRule, tryCtes } from "../limits/queries_tries.ts";
import type { Purpose } from "../one_time_tokens/kinds.ts";
import { type Issue, issueCtes, spendCtes } from "../one_time_tokens/queries.ts";
import { outboxInsert, outboxJob } from "../outbox/queries.ts";
import type { OutboxRow } from "../outbox/seal.ts";
import type { Amr, SessionLimits } from "../sessions/queries.ts";
import { type UserChange, userChange } from "../users/changes.ts";
import type { UserWithIdentities } from "../users/user.ts";
import { type CallerState, sessionState, type Who } from "./queries.ts";

export interface Account extends CallerState {
  encrypted_password: string | null;
  /** Null for a token without a session. */
  session_amr: Amr[] | null;
}

export function findAccount(db: Db, { userId, sessionId }: Who, limits: SessionLimits, now: Date): Promise<Account | undefined> {
  return db.maybeOne<Account>(sql`
    select ${userWithIdentities()}, account.encrypted_password, ${sessionState(limits, now)}, session.amr as session_amr
      from users account
      left join sessions session on session.id = ${sessionId ?? null} and session.user_id = account.id
     where account.id = ${userId} and account.deleted_at is null`);
}

/**
 * The account, with its row locked. Two statements: one alone would, after it has waited for the lock, still see the sessions and the
 * identities as they were before.
 */
export async function lockAccount(tx: Db, who: Who, limits: SessionLimits, now: Date): Promise<Account | undefined> {
  const lock = tx.run(sql`select from users where id = ${who.userId} for no key update`);
  const [account] = await Promise.all([findAccount(tx, who, limits, now), lock]);
  return account;
}

export interface Taken {
  email: boolean;
  phone: boolean;
}

/** Which of the addresses belong to somebody else. */
export function findTaken(tx: Db, userId: string, email: string | undefined, phone: string | undefined): Promise<Taken> {
  return tx.one<Taken>(sql`
    select exists (select from users where email = ${email ?? null} and id <> ${userId} and deleted_at is null) as email,
           exists (select from users where phone = ${phone ?? null} and id <> ${userId} and deleted_at is null) as phone`);
}

export interface NonceTrial extends Trial {
  right: boolean;
}

/**
 * Spends the code if it is the right one for the address that it was sent to; a wrong one is counted. Tries are claimed here, under the
 * lock of the account, and not before: a token of a session that has ended must not use them up.
 */
export async function spendNonce(
  tx: Db,
  userId: string,
  { macs, tries, now }: { macs: ReadonlyMap<string, Buffer>; tries: readonly TryRule[]; now: Date },
): Promise<NonceTrial> {
  const matches = [...macs].map(([address, mac]) => sql`relates_to = ${address} and code_mac = ${mac}::bytea`);
  const choice = {
    where: sql`user_id = ${userId} and purpose = 'reauthentication' and (select refused_by from trial) is null`,
    matches: sql`(${matches.reduce((all, each) => sql`${all} or ${each}`, sql`false`)})`,
  };
  return tx.one<NonceTrial>(sql`
    with ${tryCtes(tries, now)}, ${spendCtes(choice, now)}
    select trial.*, exists (select from spent) as right from trial`);
}

export interface AccountChange {
  /** The row as it is to be. */
  next: Account;
  /** Access by everything older than the new password ends: other sessions, links and codes under way. */
  isNewPassword: boolean;
  sessionId: string | undefined;
  issues: readonly Issue[];
  /** Tokens that the change makes void. Those that `issues` replace are not among them. */
  voided: readonly Purpose[];
  notice: OutboxRow | undefined;
  /** Made, or brought up to date where the user has one of that provider. */
  identities: readonly NewIdentity[];
  action: AuditAction;
  traits: AuditTraits;
  told: readonly UserChange[];
}

/** All that a change is, in one statement. */
export function writeChange(tx: Db, change: AccountChange, act: Act & { schema: string }): Promise<UserWithIdentities> {
  const { isNewPassword, sessionId, issues, voided, notice, identities } = change;
  const { schema, now } = act;
  const ctes = [
    sql`account as (${userUpdate(change.next, now)})`,
    sql`ended as (
      delete from sessions using account
       where ${isNewPassword} and user_id = account.id and sessions.id is distinct from ${sessionId ?? null}::uuid)`,
    sql`flows_ended as (delete from flow_states using account where ${isNewPassword} and user_id = account.id)`,
    sql`voided as (
      delete from one_time_tokens using account where user_id = account.id and purpose = any(${voided}::text[]))`,
    ...issues.map((issue, place) => issueCtes(issue, schema, `_${place}`)),
    ...(notice ? [sql`notice as (${outboxInsert(notice)}), notice_job as (${outboxJob(schema, notice, sql`notice`)})`] : []),
    ...identities.map((identity, place) => sql`${identityName(place)} as (${identityUpsert(identity)})`),
    sql`told as (${userChange(change.told, now)})`,
    sql`logged as (${accountAct(change.action, { ...act, traits: change.traits })})`,
  ];
  const jobs = [...issues.map((_, place) => `message_job_${place}`), ...(notice ? ["notice_job"] : [])];
  const sent = jobs.map((job) => sql`(select count(*) from ${trusted(job)})`);
  return tx.one<UserWithIdentities>(sql`
    with ${ctes.reduce((all, each) => sql`${all}, ${each}`)}
    select ${userWithIdentities(identitiesNow(identities.length))}, ${sent.reduce((all, each) => sql`${all} + ${each}`, sql`0`)} as sent
      from account`);
}

function userUpdate(next: Account, now: Date): Sql {
  return sql`
    update users
       set email = ${next.email}, email_confirmed_at = ${next.email_confirmed_at}, email_change = ${next.email_change},
           email_change_sent_at = ${next.email_change_sent_at}, phone = ${next.phone},
           phone_confirmed_at = ${next.phone_confirmed_at}, phone_change = ${next.phone_change},
           phone_change_sent_at = ${next.phone_change_sent_at}, encrypted_password = ${next.encrypted_password},
           raw_user_meta_data = ${next.raw_user_meta_data}, raw_app_meta_data = ${next.raw_app_meta_data},
           is_anonymous = ${next.is_anonymous}, updated_at = ${now}
     where id = ${next.id}
    returning *`;
}

function identityUpsert({ id, provider, providerId, identityData, now }: NewIdentity): Sql {
  return sql`
    insert into identities as old (id, provider, provider_id, user_id, identity_data, last_sign_in_at, created_at, updated_at)
    select ${id}::uuid, ${provider}, ${providerId}, account.id, ${identityData}::jsonb, ${now}::timestamptz, ${now}, ${now}
      from account
    on conflict (provider, provider_id) do update
       set identity_data = old.identity_data || excluded.identity_data, updated_at = excluded.updated_at
    returning *`;
}

function identityName(place: number): Sql {
  return trusted(`identity_${place}`);
}

/** The identities of `account` as the statement leaves them: those that it writes, and the others. */
function identitiesNow(written: number): Sql {
  if (written === 0) return trusted("identities");
  const names = Array.from({ length: written }, (_, place) => sql`select * from ${identityName(place)}`);
  const all = names.reduce((some, each) => sql`${some} union all ${each}`);
  return sql`(
    select * from (${all}) written
    union all
    select * from identities where user_id = account.id and id not in (select id from (${all}) written))`;
}

/** Notes that a code was asked for, and sends it, unless the address is no longer the user's. */
export function sendNonce(
  db: Db,
  { userId, address, issue }: { userId: string; address: string; issue: Issue },
  act: Act & { schema: string },
): Promise<{ sent: number }> {
  const { schema, now } = act;
  return db.one<{ sent: number }>(sql`
    with account as (
           update users set reauthentication_sent_at = ${now}, updated_at = ${now}
            where id = ${userId} and ${address} in (email, phone) and deleted_at is null
           returning *),
         ${issueCtes(issue, schema)},
         logged as (${accountAct("user_reauthenticate_requested", act)})
    select count(*) as sent from message_job`);
}
