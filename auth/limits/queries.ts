// The tables `mail_pauses` and `send_counters`. Each claim is an upsert whose condition is judged under the row's lock, so of any number
// of calls at once exactly as many succeed as may.
import type { Db } from "../../kernel/sql/database.ts";
import { type Sql, sql, trusted } from "../../kernel/sql/sql.ts";
import type { Rate } from "../config.ts";

/** How much may leave, in all or of one kind, and the row that counts it. */
export interface Budget {
  counter: string;
  rate: Rate;
}

export interface MailClaim {
  by: "mail" | "sms";
  pause: { key: Buffer; seconds: number } | undefined;
  /** What is refused by one does not count for those behind it. */
  budgets: readonly Budget[];
  /** Nothing will leave, so nothing is counted and nobody waits. */
  isFree?: boolean;
  now: Date;
}

/** The columns of the CTE `mail_claim`. */
export interface MailClaimResult {
  mail_allowed: boolean;
  mail_budget_open: boolean;
  mail_pause_over: boolean;
  /** Seconds; null where another call claimed first, and its row is not yet to be seen. */
  mail_pause_wait: number | null;
  mail_budget_wait: number | null;
}

/**
 * The CTEs `mail_budget_seen`, `mail_pause`, `mail_budget_...` and `mail_claim`, without `with`; read `mail_claim`, which has one row.
 * A budget that is already seen to be spent leaves the pause unclaimed, and a claim within the pause leaves the budgets alone: it must
 * not be possible to spend everybody's budget on one address.
 *
 *     with ${mailClaimCtes(claim)},
 *          new_user as (insert into users ... select ... from mail_claim where mail_allowed returning id)
 *     select mail_claim.*, new_user.id from mail_claim left join new_user on true
 *
 * It waits for others on the same rows: in a transaction, let no slow work follow.
 */
export function mailClaimCtes({ pause, budgets, isFree, now }: MailClaim): Sql {
  if (isFree) return FREE_CLAIM;
  const passed = ["mail_pause", ...budgets.map((_, place) => `mail_budget_${place}`)];
  const claims = budgets
    .map((budget, place) => budgetClaim(budget, now, passed[place] as string, passed[place + 1] as string))
    .reduce((all, each) => sql`${all} ${each},`, sql``);
  const open = budgets.map((budget) => isOpen(budget, now)).reduce((all, each) => sql`${all} and ${each}`, sql`true`);
  const waits = budgets
    .map((budget) => secondsUntilOpen(budget, now))
    .reduce((all, each) => sql`${all}, ${each}`, sql`null::int`);
  return sql`
    mail_budget_seen as (select ${open} as open),
    mail_pause as (${pause ? pauseClaim(pause, now) : sql`select from mail_budget_seen where open`}),
    ${claims}
    mail_claim as (
      select exists (select from ${trusted(passed.at(-1) as string)}) as mail_allowed,
             (select open from mail_budget_seen) as mail_budget_open,
             exists (select from mail_pause) as mail_pause_over,
             ${pause ? pauseWait(pause, now) : sql`null::int`} as mail_pause_wait,
             greatest(${waits}) as mail_budget_wait)`;
}

function isOpen({ counter, rate }: Budget, now: Date): Sql {
  const { used } = spending(rate, now);
  return sql`${rate.events}::int > coalesce((select ${used} from send_counters spent where name = ${counter}), 0)`;
}

/** The CTE `name`, which has a row where `before` has one and the budget lets it pass. */
function budgetClaim({ counter, rate }: Budget, now: Date, before: string, name: string): Sql {
  const { used, since } = spending(rate, now);
  return sql`
    ${trusted(name)} as (
      insert into send_counters as spent (name, window_start, count)
      select ${counter}, ${now}::timestamptz, 1 from ${trusted(before)}
      on conflict (name) do update set window_start = ${since}, count = ${used} + 1
       where ${used} < ${rate.events}::int
      returning 1)`;
}

/** Seconds until it gives something again; null while it still does. */
function secondsUntilOpen({ counter, rate }: Budget, now: Date): Sql {
  const { used, since } = spending(rate, now);
  return sql`(select ceil(extract(epoch from ${since} - ${now}::timestamptz) + ${rate.seconds}::float8)::int
                from send_counters spent where name = ${counter} and ${used} >= ${rate.events}::int)`;
}

const FREE_CLAIM = sql`
    mail_claim as (
      select true as mail_allowed, true as mail_budget_open, true as mail_pause_over, null::int as mail_pause_wait,
             null::int as mail_budget_wait)`;

export function claimMail(db: Db, claim: MailClaim): Promise<MailClaimResult> {
  return db.one<MailClaimResult>(sql`with ${mailClaimCtes(claim)} select * from mail_claim`);
}

/** A time far ahead of now was written by a clock that has been corrected since; it must not close an address for years. */
function pauseClaim({ key, seconds }: { key: Buffer; seconds: number }, now: Date): Sql {
  return sql`
      insert into mail_pauses as last (key, sent_at)
      select ${key}::bytea, ${now}::timestamptz from mail_budget_seen where open
      on conflict (key) do update set sent_at = excluded.sent_at
       where last.sent_at not between ${now}::timestamptz - ${span(seconds)} + interval '1 microsecond'
                                  and ${now}::timestamptz + ${span(seconds)}
      returning 1`;
}

function pauseWait({ key, seconds }: { key: Buffer; seconds: number }, now: Date): Sql {
  return sql`(select ceil(extract(epoch from sent_at - ${now}::timestamptz) + ${seconds}::float8)::int
                from mail_pauses where key = ${key}::bytea)`;
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

/** Pauses older than this moment no longer hold anybody back. */
export function purgeMailPauses(db: Db, before: Date): Promise<number> {
  return db.run(sql`
    delete from mail_pauses where key in (select key from mail_pauses where sent_at < ${before} limit 10000)`);
}
