// Further rows of fixed series.
import { addJob } from "../../kernel/jobs.ts";
import type { Db } from "../../kernel/sql/database.ts";
import { type Sql, sql } from "../../kernel/sql/sql.ts";
import { LAST_CARD_DAY, seriesInvoice } from "./queries_invoice.ts";
import { dateAfter } from "./queries_series.ts";
import { totalsCtes, turnoverCte } from "./queries_totals.ts";

export interface Extension {
  spaceId: number;
  through: string;
  /** Rows up to this day are paid. */
  today: string;
  now: Date;
}

/** A statement must end within seconds, so it makes at most so many rows, for so many series. */
export const ROWS_AT_ONCE = 5_000;
const SERIES_AT_ONCE = 250;

export interface Extended {
  made: number;
  /** False where some series may have days left for which they have no rows. */
  done: boolean;
}

/**
 * Makes the next rows of some series that have none yet up to that day; call it until it is done. In a transaction that holds the
 * space's lock. A row is as its series says; no user made it, so it is not among the changes.
 */
export function extendSeries(tx: Db, { spaceId, through, today, now }: Extension): Promise<Extended> {
  const date = dateAfter(sql`anchor_date`, sql`periodicity`, sql`occurrence - anchor_occurrence`);
  const reach = reachOf(through);
  const invoice = seriesInvoice(spaceId, {
    card: sql`due.credit_card_id`,
    day: sql`dated.date`,
    pinned: sql`due.pinned_invoice`,
    anchor: sql`due.anchor_date`,
    periodicity: sql`due.periodicity`,
    steps: sql`occurrence - due.anchor_occurrence`,
  });
  return tx.one<Extended>(sql`
    with due as (
           select *
             from series
            where ${isDue(spaceId, through)}
            order by id
            limit ${SERIES_AT_ONCE}),
         share as (select count(*) as series, (${ROWS_AT_ONCE}::int / greatest(count(*), 1))::int as occurrences from due),
         old_rows as (select * from transactions where space_id = ${spaceId} and false),
         new_rows as (
           insert into transactions (space_id, account_id, credit_card_id, credit_card_invoice_id, invoice_pinned, category_id,
                                     description, date, paid, amount_cents, notes, tags, series_id, occurrence, recurring, created_at,
                                     updated_at)
           select space_id, account_id, credit_card_id, case when credit_card_id is not null then ${invoice} end,
                  pinned_invoice is not null, category_id, description, date, credit_card_id is not null or date <= ${today}::date,
                  amount_cents, notes, tags, id, occurrence, true, ${now}::timestamptz, ${now}::timestamptz
             from due, share, generate_series(last_occurrence + 1, last_occurrence + share.occurrences) as occurrence,
                  lateral (select ${date} as date) as dated
            where date <= ${reach}
            order by id, occurrence
           returning *),
         extended as (
           update series
              set last_occurrence = made.last
             from (select series_id, max(occurrence) as last from new_rows group by series_id) as made
            where space_id = ${spaceId} and id = made.series_id),
         ${totalsCtes(spaceId)},
         ${turnoverCte(spaceId)}
    select made, series < ${SERIES_AT_ONCE} and made < occurrences as done from share, (select count(*) as made from new_rows) as counted`);
}

/** A condition on a row of `series`: it has a day up to `through` for which it has no row. */
function isDue(spaceId: number, through: string): Sql {
  const nextDate = dateAfter(sql`anchor_date`, sql`periodicity`, sql`last_occurrence + 1 - anchor_occurrence`);
  return sql`space_id = ${spaceId} and kind = 'fixed' and not ended and ${nextDate} <= ${reachOf(through)}`;
}

/** Of a purchase there are no rows past the days that are kept for cards. */
function reachOf(through: string): Sql {
  return sql`(case when credit_card_id is null then ${through}::date else least(${through}::date, ${LAST_CARD_DAY}::date) end)`;
}

/** Whether a fixed series, on that account or card if one is named, has a day up to `through` for which it has no row. */
export async function hasSeriesDue(db: Db, spaceId: number, through: string, placeId: number | undefined): Promise<boolean> {
  const isThere = placeId === undefined ? sql`` : sql`and coalesce(account_id, credit_card_id) = ${placeId}`;
  const { due } = await db.one<{ due: boolean }>(sql`
    select exists (select from series where ${isDue(spaceId, through)} ${isThere}) as due`);
  return due;
}

export async function markExtended(tx: Db, spaceId: number, through: string): Promise<void> {
  await tx.run(
    sql`update spaces set extended_through = ${through} where space_id = ${spaceId} and extended_through < ${through}`,
  );
}

export interface Reach {
  time_zone: string;
  extended_through: string;
}

export function findReach(db: Db, spaceId: number): Promise<Reach | undefined> {
  return db.maybeOne<Reach>(sql`select time_zone, extended_through from spaces where space_id = ${spaceId}`);
}

/** Some spaces after that one, by way of their users: no statement reads the spaces themselves together. */
export async function listSpaces(db: Db, after: number, most: number): Promise<number[]> {
  const rows = await db.many<{ space_id: number }>(sql`
    select distinct space_id from users where space_id > ${after} order by space_id limit ${most}`);
  return rows.map((row) => row.space_id);
}

/** The name of the job. */
export const EXTEND = "extend_series";

/** Its key keeps replicas that start together from adding it more than once. */
export async function addExtensionJob(db: Db, schema: string): Promise<void> {
  await db.run(sql`select ${addJob(schema, EXTEND, {}, { key: EXTEND })}`);
}
