// The tables `hourly_figures` and `figures_progress`, and the bounded reads of the overview. queries_counting.ts fills the tables.
import type { Db } from "../../kernel/sql/database.ts";
import { sql, trusted } from "../../kernel/sql/sql.ts";
import { eventsOf, messagesIn } from "./queries_counting.ts";

export interface Figure {
  hour: Date;
  name: string;
  count: number;
}

export async function addFigures(db: Db, figures: readonly Figure[]): Promise<void> {
  const rows = figures.map(({ hour, name, count }) => ({ hour: hour.toISOString(), name, count }));
  await db.run(sql`
    insert into hourly_figures (hour, name, count)
    select hour, name, count from json_to_recordset(${rows}::json) as figure (hour timestamptz, name text, count bigint)
     order by hour, name
    on conflict (hour, name) do update set count = hourly_figures.count + excluded.count`);
}

export interface DayFigure {
  /** Its place among the starts of days, from 1. */
  day: number;
  name: string;
  count: number;
}

/** What happened on each day. `starts`: of the days, in order. */
export function listDayFigures(db: Db, starts: readonly Date[]): Promise<DayFigure[]> {
  const days = starts.map((each) => each.toISOString());
  return db.many<DayFigure>(sql`
    select width_bucket(hour, ${days}::timestamptz[]) as day, name, sum(count)::int8 as count
      from hourly_figures
     where hour >= ${days[0] as string}::timestamptz and name in ('sign_ins', 'sign_ups', 'refreshes', 'mails', 'sms')
     group by 1, 2
    union all
    select width_bucket(hour, ${days}::timestamptz[]), 'refused', sum(count)::int8
      from hourly_figures
     where hour >= ${days[0] as string}::timestamptz and name like 'refused:%'
     group by 1`);
}

/** Beyond so many the newest figures are as old as the last run of the job. */
const MOST_FRESH = 10_000;

/** What was not counted yet, by day. */
export function listFreshFigures(db: Db, starts: readonly Date[]): Promise<DayFigure[]> {
  const days = starts.map((each) => each.toISOString());
  const first = days[0] as string;
  const since = sql`created_at > coalesce((select counted_until from figures_progress), ${first}::timestamptz)`;
  const entries = sql`
    select created_at, payload from audit_log_entries where ${since} order by created_at desc limit ${MOST_FRESH}::int8`;
  const messages = sql`select created_at, kind from (${messagesIn(since)}) as fresh limit ${MOST_FRESH}::int8`;
  return db.many<DayFigure>(sql`
    select width_bucket(at, ${days}::timestamptz[]) as day, name, count(*) as count
      from (${eventsOf(entries, messages)}) as event
     where at >= ${first}::timestamptz
     group by 1, 2`);
}

export interface ActiveFigure extends DayFigure {
  hour: Date;
}

/** The last count of each day. */
export function listActiveFigures(db: Db, starts: readonly Date[]): Promise<ActiveFigure[]> {
  const days = starts.map((each) => each.toISOString());
  return db.many<ActiveFigure>(sql`
    select distinct on (day, name) width_bucket(hour, ${days}::timestamptz[]) as day, name, count, hour
      from hourly_figures
     where hour >= ${days[0] as string}::timestamptz and name in ('active_day', 'active_week', 'active_month')
     order by day, name, hour desc`);
}

export interface RecentFigure {
  name: string;
  count: number;
  /** In the time before, of the same length. */
  before: number;
}

/** Refusals and calls of hooks since then, and as long before. */
export function listRecentFigures(db: Db, since: Date, before: Date): Promise<RecentFigure[]> {
  return db.many<RecentFigure>(sql`
    select name, coalesce(sum(count) filter (where hour >= ${since}), 0)::int8 as count,
           coalesce(sum(count) filter (where hour < ${since}), 0)::int8 as before
      from hourly_figures
     where hour >= ${before} and (name like 'refused:%' or name like 'hook\\_%')
     group by name
     order by name`);
}

const COUNTED_EXACTLY = 1_000;

export interface UserCount {
  count: number;
  is_estimate: boolean;
}

export async function countUsers(db: Db): Promise<UserCount> {
  const { exact, estimate } = await db.one<{ exact: number; estimate: number }>(sql`
    select (select count(*) from (select from users where deleted_at is null order by created_at, id
                                   limit ${COUNTED_EXACTLY + 1}::int8) as first)::int8 as exact,
           (select greatest(reltuples, 0)::int8 from pg_class where oid = 'users'::regclass) as estimate`);
  return exact <= COUNTED_EXACTLY
    ? { count: exact, is_estimate: false }
    : { count: Math.max(exact, estimate), is_estimate: true };
}

export interface LogEnd {
  /** The number of the newest entry; 0 without any. */
  last: number;
}

export function readLogEnd(db: Db): Promise<LogEnd> {
  return db.one<LogEnd>(sql`
    select case when is_called then last_value else 0 end as last from audit_log_entries_number_seq`);
}

export interface AppliedMigrations {
  count: number;
  last: string;
  at: Date;
}

/** `history`: the table of the applied migrations. In it are also the triggers of an adopted schema, without a number. */
export function readMigrations(db: Db, history: string): Promise<AppliedMigrations> {
  return db.one<AppliedMigrations>(sql`
    select count(*)::int as count, max(name) as last, max(applied_at) as at from ${trusted(history)} where name ~ '^[0-9]'`);
}

/** Removes figures of hours before this time. */
export function purgeFigures(db: Db, before: Date): Promise<number> {
  return db.run(sql`
    delete from hourly_figures
     where (hour, name) in (select hour, name from hourly_figures where hour < ${before} limit 10000)`);
}
