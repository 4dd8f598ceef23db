// The tables `mail_pauses` and `send_counters`. A claim is an upsert whose condition is evaluated under the row's lock,
// so concurrent calls cannot exceed the limit.
import type { Db } from "../../kernel/sql/database.ts";
import { type Sql, sql } from "../../kernel/sql/sql.ts";
import type { Rate } from "../config.ts";

/** The least time between two messages, and the row that remembers the last. */
export interface Pause {
  key: Buffer;
  seconds: number;
}

/** How much may leave, in all or of one kind, and the row that counts it. */
export interface Budget {
  counter: string;
  rate: Rate;
}

/** False while the pause lasts. A time far ahead of now was written by a clock that has been corrected since; it must not close an address for years. */
export async function claimPause(tx: Db, { key, seconds }: Pause, now: Date): Promise<boolean> {
  const lasts = sql`last.sent_at between ${now}::timestamptz - ${span(seconds)} + interval '1 microsecond'
                                     and ${now}::timestamptz + ${span(seconds)}`;
  // Where the pause is seen to last, nothing is locked, so that a flood of calls for one address does not wait for itself.
  const claimed = await tx.run(sql`
    insert into mail_pauses as last (key, sent_at)
    select ${key}::bytea, ${now}::timestamptz
     where not exists (select from mail_pauses last where last.key = ${key}::bytea and ${lasts})
    on conflict (key) do update set sent_at = excluded.sent_at where not ${lasts}`);
  return claimed === 1;
}

/** Seconds until the pause is over. */
export async function findPauseWait(tx: Db, { key, seconds }: Pause, now: Date): Promise<number | undefined> {
  const row = await tx.maybeOne<{ wait: number }>(sql`
    select ceil(extract(epoch from sent_at - ${now}::timestamptz) + ${seconds}::float8)::int as wait
      from mail_pauses where key = ${key}::bytea`);
  return row?.wait;
}

/** False where the budget is spent. */
export async function claimBudget(tx: Db, { counter, rate }: Budget, now: Date): Promise<boolean> {
  if (rate.events === 0) return false;
  const { used, since } = spending(rate, now);
  const claimed = await tx.run(sql`
    insert into send_counters as spent (name, window_start, count) values (${counter}, ${now}, 1)
    on conflict (name) do update set window_start = ${since}, count = ${used} + 1
     where ${used} < ${rate.events}::int`);
  return claimed === 1;
}

/** Seconds until it gives something again; undefined while it still does. */
export async function findBudgetWait(tx: Db, { counter, rate }: Budget, now: Date): Promise<number | undefined> {
  if (rate.events === 0) return Math.ceil(rate.seconds);
  const { used, since } = spending(rate, now);
  const row = await tx.maybeOne<{ wait: number }>(sql`
    select ceil(extract(epoch from ${since} - ${now}::timestamptz) + ${rate.seconds}::float8)::int as wait
      from send_counters spent where name = ${counter} and ${used} >= ${rate.events}::int`);
  return row?.wait;
}

/**
 * How much of the budget is used now, and since when, as expressions over the row `spent`. `window`: counted from the first mail, and
 * from zero after the span. `bucket`: each span gives one back.
 */
function spending({ shape, seconds }: Rate, now: Date): { used: Sql; since: Sql } {
  const over = sql`spent.window_start not between ${now}::timestamptz - ${span(seconds)} + interval '1 microsecond'
                                              and ${now}::timestamptz + ${span(seconds)}`;
  if (shape === "window") {
    return {
      used: sql`(case when ${over} then 0 else spent.count end)`,
      since: sql`(case when ${over} then ${now}::timestamptz else spent.window_start end)`,
    };
  }
  const gained = sql`greatest(0, floor(extract(epoch from ${now}::timestamptz - spent.window_start) / ${seconds}::float8))::int`;
  const fromFuture = sql`spent.window_start > ${now}::timestamptz + ${span(seconds)}`;
  const empty = sql`(${fromFuture} or ${gained} >= spent.count)`;
  return {
    used: sql`(case when ${empty} then 0 else spent.count - ${gained} end)`,
    since: sql`(case when ${empty} then ${now}::timestamptz else spent.window_start + ${gained} * ${span(seconds)} end)`,
  };
}

function span(seconds: number): Sql {
  return sql`make_interval(secs => ${seconds}::float8)`;
}

/** Removes pauses that ended before this time. */
export function purgeMailPauses(db: Db, before: Date): Promise<number> {
  return db.run(sql`
    delete from mail_pauses where key in (select key from mail_pauses where sent_at < ${before} limit 10000)`);
}

/** When the pauses that last now are over, by the index of each. */
export function listPauseEnds(db: Db, pauses: readonly Pause[], now: Date): Promise<{ index: number; until: Date }[]> {
  const [keys, seconds] = [pauses.map(({ key }) => key), pauses.map((each) => each.seconds)];
  return db.many(sql`
    select (n - 1)::int as index, sent_at + make_interval(secs => seconds) as until
      from unnest(${keys}::bytea[], ${seconds}::float8[]) with ordinality as pause (pause_key, seconds, n)
      join mail_pauses on key = pause_key
     where sent_at between ${now}::timestamptz - make_interval(secs => seconds) + interval '1 microsecond'
                       and ${now}::timestamptz + make_interval(secs => seconds)
     order by n`);
}

export async function endPauses(tx: Db, pauses: readonly Pause[]): Promise<void> {
  await tx.run(sql`delete from mail_pauses where key = any(${pauses.map(({ key }) => key)}::bytea[])`);
}

/** How much of a budget is used now; nothing where no message was sent. */
export async function findSpending(db: Db, { counter, rate }: Budget, now: Date): Promise<number> {
  const { used } = spending(rate, now);
  const row = await db.maybeOne<{ used: number }>(sql`select ${used} as used from send_counters spent where name = ${counter}`);
  return row?.used ?? 0;
}

/** The names of the budgets of single countries that were used. */
export async function listCountryCounters(db: Db): Promise<string[]> {
  const rows = await db.many<{ name: string }>(sql`select name from send_counters where name like 'sms +%' order by name`);
  return rows.map(({ name }) => name);
}
