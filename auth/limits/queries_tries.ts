// The table `tries`. A claim is an upsert whose condition is evaluated under the row's lock, so concurrent calls on all replicas cannot
// exceed the limit.
// Claims and returns lock the rows of their rules in the same order, which prevents deadlocks.
import type { Db } from "../../kernel/sql/database.ts";
import { type Sql, sql, trusted } from "../../kernel/sql/sql.ts";

/** How much may be done. `bucket`: so many, and one is gained each span. `window`: so many, until nothing was tried for a span. */
export interface Limit {
  shape: "bucket" | "window";
  events: number;
  spanMicroseconds: number;
}

export interface TryRule {
  /** Of a limit that administrators see. Missing where a key only remembers what was used once. */
  name?: string;
  key: Buffer;
  limit: Limit;
  /** Only looked at: what comes of the call decides whether it counts. */
  isOnlySeen?: true;
  /** A success ends the series: what was counted before it is forgotten. Elsewhere a success only gives back its own try. */
  endsWithSuccess?: true;
}

/** The columns of the CTE `trial`. */
export interface Trial {
  /** The index of the rule that refuses; null where none does. */
  refused_by: number | null;
  /** Seconds; null where another call claimed first, and its row is not yet to be seen. */
  refused_seconds: number | null;
}

/**
 * The CTEs that claim a try under each of the rules, without `with`; read `trial`, which has one row. What is already seen to be
 * refused claims nothing, so that a refused try costs nobody anything. Without rules nothing is claimed, and nothing refused.
 *
 *     with ${tryCtes(rules, now)}
 *     select trial.*, users.id from trial left join users on refused_by is null and ...
 */
export function tryCtes(rules: readonly TryRule[], now: Date): Sql {
  if (rules.length === 0) return sql`trial as (select null::int as refused_by, null::int as refused_seconds)`;
  const windows = rules.map(({ key, limit }, index) => {
    const { isOpen, opensAt } = windowState(limit, sql`asked.at`);
    return sql`
      select ${trusted(String(index))} as rule, ${isOpen} as is_open, ceil(extract(epoch from ${opensAt} - asked.at))::int as seconds
        from tries spent, asked where key = ${key}::bytea`;
  });
  const claimedIndexes = rules.map((rule, index) => (rule.isOnlySeen ? undefined : index)).filter((index) => index !== undefined);
  const claims = claimedIndexes.map((rule, step) => {
    const before = step === 0 ? sql`asked, try_open where is_open` : sql`asked, ${tryName(claimedIndexes[step - 1] as number)}`;
    return sql`, ${tryName(rule)} as (${claim(rules[rule] as TryRule, before)})`;
  });
  const lost = claimedIndexes.map((index) => sql`when not exists (select from ${tryName(index)}) then ${trusted(String(index))}`);
  const refusedBy = sql`case when not is_open then (select min(rule) from try_seen where not is_open) ${joined(lost)} end`;
  return sql`
    asked as (select ${now}::timestamptz as at),
    try_seen as (${windows.reduce((all, each) => sql`${all} union all ${each}`)}),
    try_open as (select not exists (select from try_seen where not is_open) as is_open)
    ${joined(claims)},
    trial as (
      select refused_by, (select seconds from try_seen where rule = refused_by) as refused_seconds
        from (select ${refusedBy} as refused_by from try_open) as outcome)`;
}

function claim({ name, key, limit }: TryRule, from: Sql): Sql {
  const { isOpen, count, overAt } = windowState(limit, sql`(excluded.over_at - ${span(limit)})`);
  return sql`
      insert into tries as spent (key, count, over_at, limit_name)
      select ${key}::bytea, 1, asked.at + ${span(limit)}, ${word(name)} from ${from}
      on conflict (key) do update set count = ${count}, over_at = ${overAt}, limit_name = excluded.limit_name
       where ${isOpen}
      returning 1`;
}

/** Evaluates the row `spent`, and its value after the next try. A time in the far future was written by a wrong clock. */
export function windowState(limit: Limit, at: Sql) {
  const whole = span(limit, limit.shape === "window" ? 1 : limit.events);
  const isOver = sql`(spent.over_at <= ${at} or spent.over_at > ${at} + 2 * ${whole})`;
  if (limit.shape === "window") {
    return {
      isOver,
      isOpen: sql`(${isOver} or spent.count < ${number(limit.events)})`,
      opensAt: sql`spent.over_at`,
      count: sql`case when ${isOver} then 1 else spent.count + 1 end`,
      overAt: sql`${at} + ${span(limit)}`,
    };
  }
  // The bucket is kept as the moment at which it will be full again: each try moves it by one span.
  const next = sql`((case when ${isOver} then ${at} else spent.over_at end) + ${span(limit)})`;
  return { isOver, isOpen: sql`(${next} <= ${at} + ${whole})`, opensAt: sql`(${next} - ${whole})`, count: sql`1`, overAt: next };
}

export function span({ spanMicroseconds }: Limit, times = 1): Sql {
  return sql`(${number(spanMicroseconds * times)}::float8 * interval '1 microsecond')`;
}

/** As text, because it is the same in each call: a parameter would have to travel every time. */
function number(value: number): Sql {
  if (!Number.isSafeInteger(value)) throw new RangeError(`not a whole number: ${value}`);
  return trusted(String(value));
}

function word(text: string | undefined): Sql {
  if (text === undefined) return sql`null`;
  if (!/^[a-zA-Z][a-zA-Z0-9]*$/.test(text)) throw new RangeError(`not a word: ${text}`);
  return trusted(`'${text}'`);
}

/** For the one statement of a sign-in: the CTEs of a success, without `with`, where `condition` says whether there is one. */
export function successCtes(rules: readonly TryRule[], condition: Sql): Sql {
  if (rules.length === 0) return sql`returned as (select)`;
  const ctes = rules.map((rule, index) => sql`${returnName(index)} as (${returnTry(rule, inOrder(index, condition))})`);
  return ctes.reduce((all, each) => sql`${all}, ${each}`);
}

/** Each waits for the one before it, so that the rows are taken in the order of the rules. */
function inOrder(index: number, condition: Sql): Sql {
  return index === 0 ? condition : sql`${condition} and ${isReturned(index - 1)}`;
}

/** A condition beside those CTEs: true, and only known once the tries are given back. */
export function afterSuccess(rules: readonly TryRule[]): Sql {
  return rules.length === 0 ? sql`true` : isReturned(rules.length - 1);
}

function isReturned(index: number): Sql {
  return sql`(select count(*) from ${returnName(index)}) >= 0`;
}

/** A success, in the same transaction. */
export async function settleTries(tx: Db, rules: readonly TryRule[]): Promise<void> {
  await Promise.all(rules.map((rule) => tx.run(returnTry(rule, sql`true`))));
}

function returnTry(rule: TryRule, condition: Sql): Sql {
  return rule.endsWithSuccess
    ? sql`delete from tries where key = ${rule.key}::bytea and ${condition} returning 1`
    : takeTry(rule, condition);
}

function takeTry({ key, limit }: TryRule, condition: Sql): Sql {
  const overAt = limit.shape === "window" ? sql`over_at` : sql`over_at - ${span(limit)}`;
  return sql`
    update tries set count = greatest(count - 1, 0), over_at = ${overAt} where key = ${key}::bytea and ${condition} returning 1`;
}

export function claimTries(db: Db, rules: readonly TryRule[], now: Date): Promise<Trial> {
  return db.one<Trial>(sql`with ${tryCtes(rules, now)} select * from trial`);
}

/** Gives back one try of each rule: it came to nothing, through no fault of who made it. */
export async function returnTries(db: Db, rules: readonly TryRule[]): Promise<void> {
  await Promise.all(rules.map((rule) => db.run(takeTry(rule, sql`true`))));
}

/** Removes rows that ended before this time. */
export function purgeTries(db: Db, before: Date): Promise<number> {
  return db.run(sql`delete from tries where key in (select key from tries where over_at < ${before} limit 10000)`);
}

function tryName(index: number): Sql {
  return trusted(`try_${index}`);
}

function returnName(index: number): Sql {
  return trusted(`returned_${index}`);
}

function joined(fragments: readonly Sql[]): Sql {
  return fragments.reduce((all, each) => sql`${all} ${each}`, sql``);
}
