// Reads the table `tries` for administrators, and ends rows of it for them.
import type { Db } from "../../kernel/sql/database.ts";
import { type Sql, sql } from "../../kernel/sql/sql.ts";
import { type Limit, windowState } from "./queries_tries.ts";

export interface NamedLimit {
  name: string;
  limit: Limit;
}

export interface HeldBack {
  name: string;
  count: number;
  /** When the last of them may go on. */
  until: Date;
}

/** An attack makes many rows: of more, those count that are held back the longest. */
const MOST_COUNTED = 100_000;

/** How many rows of each limit refuse tries now, in one pass over those that are not over. */
export function countHeldBack(db: Db, limits: readonly NamedLimit[], now: Date): Promise<HeldBack[]> {
  const column = (read: (limit: Limit) => number | boolean) => limits.map(({ limit }) => read(limit));
  return db.many<HeldBack>(sql`
    select name, count(*)::int as count, max(opens_at) as until
      from (
        select rule.name, is_window, events, count, over_at, whole,
               case when is_window then over_at else over_at + step - whole end as opens_at
          from (
            select *, case when is_window then step else step * events end as whole
              from (
                select name, is_window, events, microseconds * interval '1 microsecond' as step
                  from unnest(
                         ${limits.map(({ name }) => name)}::text[], ${column(({ shape }) => shape === "window")}::boolean[],
                         ${column(({ events }) => events)}::float8[], ${column((each) => each.spanMicroseconds)}::float8[]
                       ) as given (name, is_window, events, microseconds)) as steps) as rule
          join (select limit_name, count, over_at from tries
                 where over_at > ${now}::timestamptz order by over_at desc limit ${MOST_COUNTED}::int8) as open
            on limit_name = rule.name
         where over_at <= ${now}::timestamptz + 2 * whole) as waiting
     where opens_at > ${now}::timestamptz and (not is_window or count >= events)
     group by name`);
}

/** Keys of one limit, from the first to the last of them. */
export interface KeySpan extends NamedLimit {
  from: Buffer;
  to: Buffer;
}

export interface Use {
  /** The index of the span. */
  span: number;
  used: number;
  /** Null while it refuses nothing. */
  until: Date | null;
}

/** What was used of each row in these spans. */
export function listUse(db: Db, spans: readonly KeySpan[], now: Date): Promise<Use[]> {
  if (spans.length === 0) return Promise.resolve([]);
  const parts = spans.map(({ limit, from, to }, index) => {
    const { isOver, isOpen, opensAt } = windowState(limit, sql`${now}::timestamptz`);
    const microseconds = sql`extract(epoch from spent.over_at - ${now}::timestamptz) * 1000000`;
    const used =
      limit.shape === "window" ? sql`spent.count` : sql`ceil(${microseconds} / ${limit.spanMicroseconds}::float8)::int`;
    return sql`
      select ${index}::int as span, ${used} as used, case when ${isOpen} then null else ${opensAt} end as until
        from tries spent where key between ${from}::bytea and ${to}::bytea and not ${isOver}`;
  });
  return db.many<Use>(parts.reduce((all, each): Sql => sql`${all} union all ${each}`));
}

/** Forgets what was tried, and returns how many rows said so. The spans are taken in their order, as claims take their rules. */
export async function deleteTries(tx: Db, spans: readonly KeySpan[]): Promise<number> {
  const counts = await Promise.all(
    spans.map(({ from, to }) => tx.run(sql`delete from tries where key between ${from}::bytea and ${to}::bytea`)),
  );
  return counts.reduce((sum, each) => sum + each, 0);
}
