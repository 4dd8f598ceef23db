// Whom the rules mean, and the table `retention_notices`. Administrators are never among them.
import type { Db } from "../../kernel/sql/database.ts";
import { type Sql, sql } from "../../kernel/sql/sql.ts";
import { daysBefore, type RetentionRules } from "./rule.ts";

const STATE = sql`user_state(users.deleted_at, users.is_anonymous, users.sso_email, users.confirmed_at)`;

const isOrdinary = ({ adminRoles }: RetentionRules, now: Date): Sql => sql`
  users.deleted_at is null and users.role <> all(${adminRoles}::text[])
  and (users.banned_until is null or users.banned_until <= ${now})
  and not exists (select from server_grants where server_grants.user_id = users.id)`;

const isUnusedSince = (moment: Date): Sql => sql`
  users.created_at < ${moment} and (users.last_sign_in_at is null or users.last_sign_in_at < ${moment})
  and not exists (select from sessions where sessions.user_id = users.id and sessions.refreshed_at >= ${moment})`;

/** An identity of a provider is a way in, even where no address was ever confirmed. */
const HAS_PROVIDER = sql`exists (
  select from identities where identities.user_id = users.id and identities.provider not in ('email', 'phone', 'anonymous'))`;

/** Users who never confirmed: those who never came, and, if wanted, anonymous ones that nobody uses any more. */
export function isUnconfirmed(rules: RetentionRules, now: Date): Sql {
  const before = daysBefore(now, rules.unconfirmedDays);
  const neverCame = sql`
    ${STATE} = 'unconfirmed' and users.last_sign_in_at is null
    and greatest(users.created_at, users.invited_at, users.confirmation_sent_at) < ${before} and not ${HAS_PROVIDER}`;
  const anonymous = rules.withAnonymous ? sql`or ${STATE} = 'anonymous'` : sql``;
  return sql`(${neverCame} ${anonymous}) and ${isUnusedSince(before)} and ${isOrdinary(rules, now)}`;
}

const OF_SSO = sql`(users.sso_email is not null or exists (
  select from identities where identities.user_id = users.id and identities.provider like 'sso:%'))`;

/** `days`: for how long nobody has used the account. */
export function isDormant(rules: RetentionRules, days: number, now: Date): Sql {
  const states = rules.withSso ? sql`in ('confirmed', 'sso')` : sql`= 'confirmed'`;
  const noSso = rules.withSso ? sql`` : sql`and not ${OF_SSO}`;
  return sql`${STATE} ${states} and ${isUnusedSince(daysBefore(now, days))} ${noSso} and ${isOrdinary(rules, now)}`;
}

export async function listMatching(db: Db, condition: Sql, most: number): Promise<string[]> {
  const rows = await db.many<{ id: string }>(sql`
    select users.id from users where ${condition} order by users.created_at, users.id limit ${most}::int8`);
  return rows.map(({ id }) => id);
}

/** Whether the condition still holds, once the user is locked. */
export async function isMatching(tx: Db, id: string, condition: Sql): Promise<boolean> {
  return (await tx.maybeOne(sql`select from users where users.id = ${id} and ${condition}`)) !== undefined;
}

export interface Match {
  id: string;
  email: string | null;
  phone: string | null;
}

/** Exact up to `most`; one more where there are more. */
export async function previewMatching(db: Db, condition: Sql, { most, shown }: { most: number; shown: number }) {
  const { count } = await db.one<{ count: number }>(sql`
    select count(*)::int as count from (select from users where ${condition} limit ${most + 1}::int8) as matching`);
  const sample = await db.many<Match>(sql`
    select users.id, coalesce(users.email, users.sso_email) as email, users.phone
      from users where ${condition} order by users.created_at, users.id limit ${shown}::int8`);
  return { count, sample };
}

export const HAS_NO_NOTICE: Sql = sql`not exists (select from retention_notices where retention_notices.user_id = users.id)`;

/** False where there is one. */
export async function insertNotice(tx: Db, userId: string, notedAt: Date, dueAt: Date): Promise<boolean> {
  const inserted = await tx.run(sql`
    insert into retention_notices (user_id, noted_at, due_at) values (${userId}, ${notedAt}, ${dueAt}) on conflict do nothing`);
  return inserted === 1;
}

export async function listDue(db: Db, now: Date, most: number): Promise<string[]> {
  const rows = await db.many<{ user_id: string }>(sql`
    select user_id from retention_notices where due_at <= ${now} order by due_at, user_id limit ${most}::int8`);
  return rows.map(({ user_id: id }) => id);
}

export async function deleteNotice(tx: Db, userId: string): Promise<void> {
  await tx.run(sql`delete from retention_notices where user_id = ${userId}`);
}

/** Of users for whom the condition does not hold any more, because they came back or the rule has changed. */
export function deleteOutdatedNotices(db: Db, condition: Sql): Promise<number> {
  return db.run(sql`
    delete from retention_notices
     where user_id in (
       select retention_notices.user_id
         from retention_notices join users on users.id = retention_notices.user_id
        where not (${condition})
        limit 10000)`);
}
