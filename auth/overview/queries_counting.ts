// The statements of the job that counts: what is in the audit log and in the outbox, by hour.
import type { Db } from "../../kernel/sql/database.ts";
import { type Sql, sql } from "../../kernel/sql/sql.ts";

export interface Progress {
  counted_until: Date;
  /** Null: never. */
  active_counted_at: Date | null;
}

/** Nobody else counts until the transaction ends. `start`: where counting begins. */
export async function lockProgress(tx: Db, start: Date): Promise<Progress> {
  await tx.run(sql`insert into figures_progress (counted_until) values (${start}) on conflict do nothing`);
  return tx.one<Progress>(sql`
    select counted_until, nullif(active_counted_at, '-infinity') as active_counted_at from figures_progress for update`);
}

export async function noteProgress(tx: Db, until: Date): Promise<void> {
  await tx.run(sql`update figures_progress set counted_until = ${until}`);
}

/** What is counted of the entries and messages of a span, as rows of `at` and `name`. */
export function eventsOf(entries: Sql, messages: Sql): Sql {
  return sql`
    select entry.created_at as at, figure.name
      from (${entries}) as entry
     cross join lateral (values
       ('sign_ins', entry.payload ->> 'action' = 'login' or entry.payload #>> '{traits,login}' = 'true'),
       ('sign_ups', entry.payload #>> '{traits,created}' = 'true'),
       ('refreshes', entry.payload ->> 'action' = 'token_refreshed')) as figure (name, holds)
     where figure.holds
    union all
    select created_at, case kind when 'sms' then 'sms' else 'mails' end from (${messages}) as message`;
}

/** An index has those that are done, and another one those that wait. */
export function messagesIn(span: Sql): Sql {
  return sql`
    select created_at, kind from outbox where sealed is null and ${span}
    union all
    select created_at, kind from outbox where delivered_at is null and failed_at is null and ${span}`;
}

export async function countEvents(tx: Db, from: Date, until: Date): Promise<void> {
  const span = sql`created_at > ${from} and created_at <= ${until}`;
  await tx.run(sql`
    insert into hourly_figures (hour, name, count)
    select date_trunc('hour', at, 'UTC') as hour, name, count(*)
      from (${eventsOf(sql`select created_at, payload from audit_log_entries where ${span}`, messagesIn(span))}) as event
     group by 1, 2
     order by 1, 2
    on conflict (hour, name) do update set count = hourly_figures.count + excluded.count`);
}

export interface ActiveUsers {
  day: number;
  week: number;
  month: number;
}

/** Who signed in, or had a session renewed, since these moments. */
export function countActiveUsers(db: Db, { day, week, month }: Record<keyof ActiveUsers, Date>): Promise<ActiveUsers> {
  return db.one<ActiveUsers>(sql`
    select count(*) filter (where seen >= ${day}) as day, count(*) filter (where seen >= ${week}) as week, count(*) as month
      from (select user_id, max(seen) as seen
              from (select user_id, signed_in_at as seen from last_sign_ins where signed_in_at >= ${month}
                    union all
                    select user_id, refreshed_at from sessions where refreshed_at >= ${month}) as sighting
             group by user_id) as active`);
}

export async function noteActiveUsers(tx: Db, { day, week, month }: ActiveUsers, now: Date): Promise<void> {
  await tx.run(sql`
    insert into hourly_figures (hour, name, count)
    select date_trunc('hour', ${now}::timestamptz, 'UTC'), name, count
      from (values ('active_day', ${day}::int8), ('active_week', ${week}::int8), ('active_month', ${month}::int8)) as figure (name, count)
    on conflict (hour, name) do update set count = excluded.count`);
  await tx.run(sql`update figures_progress set active_counted_at = ${now}`);
}
