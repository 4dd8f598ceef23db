// The list of users by cursor. Its filters are many, so statements are composed, and PostgreSQL chooses the index by what is rare:
// each is planned for its values (`withFreshPlans`). Where one order needs rows of another table, that table leads.
import type { Database, Db } from "../../kernel/sql/database.ts";
import { type Sql, sql, trusted } from "../../kernel/sql/sql.ts";
import { userWithIdentities } from "../identities/queries.ts";
import type { UserWithIdentities } from "../users/user.ts";
import type { Position } from "./list_order.ts";
import {
  directionOf,
  every,
  IDENTITIES,
  IS_LIVE,
  isBehind,
  isIn,
  keyOf,
  limitOf,
  matches,
  ofProvider,
  orderBy,
  signInConditions,
  USERS,
  type UserFilters,
  type UserList,
} from "./queries_matching.ts";
import { isBySignInAlone, pageOfMonths, signIns } from "./queries_sign_ins.ts";

export interface Total {
  count: number;
  is_estimate: boolean;
}

/** More than this are not counted, because that would take longer with each user. */
const MOST_COUNTED = 1_000;

export interface UserPage {
  users: UserWithIdentities[];
  /** Of the last, if there are more. */
  next: Position | undefined;
  total: Total | undefined;
}

export async function followUsers(db: Database, list: UserList, { withTotal }: { withTotal: boolean }): Promise<UserPage> {
  return withFreshPlans(db, async (own) => {
    const rows = await own.many<UserWithIdentities & { key: string }>(followStatement(list));
    const users = rows.slice(0, list.perPage);
    const last = users.at(-1);
    const next = last && rows.length > users.length ? { key: last.key, id: last.id } : undefined;
    return { users, next, total: withTotal ? await totalOf(own, list, users.length, next) : undefined };
  });
}

/** Exact while it is small. Counting is left out where the planner expects many, and where the page has all. */
async function totalOf(own: Db, list: UserList, listed: number, next: Position | undefined): Promise<Total> {
  if (!list.after && !next) return { count: listed, is_estimate: false };
  const plan = sql`explain (format json) ${matches({ ...list, after: undefined })}`;
  const row = await own.one<{ "QUERY PLAN": [{ Plan: { "Plan Rows": number } }] }>(plan);
  const expected = Math.max(row["QUERY PLAN"][0].Plan["Plan Rows"], listed + 1);
  if (expected > 3 * MOST_COUNTED) return { count: expected, is_estimate: true };
  const { count } = await own.one<{ count: number }>(countStatement(list));
  return count <= MOST_COUNTED ? { count, is_estimate: false } : { count: Math.max(count, expected), is_estimate: true };
}

/** Workers would take longer to start than a page takes. */
const FRESH_PLANS = sql`
  select set_config('plan_cache_mode', 'force_custom_plan', true), set_config('max_parallel_workers_per_gather', '0', true)`;

/** Not on the connections that requests share: a rare combination of filters may take a while. */
function withFreshPlans<T>(db: Database, work: (own: Db) => Promise<T>): Promise<T> {
  return db.transaction(async (own) => {
    const [, result] = await Promise.all([planFreshly(own), work(own)]);
    return result;
  });
}

/** For the rest of a transaction. */
export async function planFreshly(tx: Db): Promise<void> {
  await tx.run(FRESH_PLANS);
}

/** A statement with the `id` of each user who matches and their `place`, the oldest first; of more than `most`, one more. */
export function matchingIds(filters: UserFilters, most: number): Sql {
  const list: UserList = { filters, order: { field: "created_at", isAscending: true }, perPage: most, after: undefined };
  return sql`select id, row_number() over (order by key, id) as place from (${wholeSearch(list)} ${limitOf(list)}) as matching`;
}

export function followStatement(list: UserList): Sql {
  const { field } = list.order;
  const direction = directionOf(list);
  return sql`
    with page as (${pageOf(list)})
    select ${userWithIdentities}, ${KEY_TEXTS[field]} as key
      from page join users account using (id)
     order by page.key ${direction}, page.id ${direction}`;
}

/** Ids and keys of a page. */
function pageOf(list: UserList): Sql {
  const { isOfWords, mayBeRare } = list.filters;
  return isOfWords && mayBeRare ? rareOr(list, pageInOrder(list)) : pageInOrder(list);
}

function pageInOrder(list: UserList): Sql {
  const { filters, order } = list;
  const { listed, others, isForFew, isOfWords, provider, isOfDeleted } = filters;
  if (order.field === "created_at" && isBySignInAlone(filters)) return pageOfMonths(list);
  const bySignIn = order.field === "last_sign_in_at" && !isOfDeleted;
  const byProvider = order.field === "created_at" && provider !== undefined;
  const all = wholeSearch(list);
  if (isForFew && !isOfWords) return rareOrCommon(list);
  // What remains once an index has put users in order.
  const leading = bySignIn || byProvider || order.field === "email" ? 0 : 1;
  const remaining = [
    ...listed.slice(leading),
    ...others,
    ...(provider === undefined || byProvider ? [] : [ofProvider(provider)]),
  ];
  const hasSignIn = !bySignIn && signInConditions(filters, USERS).length > 0;
  if (bySignIn)
    return remaining.length === 0 ? sql`${signIns(list)} ${limitOf(list)}` : nearOrAll(list, signIns(list), remaining);
  if (byProvider) {
    return remaining.length === 0 && !hasSignIn
      ? sql`${ofIdentities(list)} ${limitOf(list)}`
      : nearOrAll(list, ofIdentities(list), [...remaining, ...signInConditions(filters, USERS)]);
  }
  // Of a single filter PostgreSQL itself can tell which index is best.
  if (
    order.field === "created_at" &&
    !isOfWords &&
    (listed.length === 0 || remaining.length === 0) &&
    !(listed.length > 0 && hasSignIn)
  ) {
    return sql`${all} ${limitOf(list)}`;
  }
  const first = wholeSearch({ ...list, filters: { ...filters, ...NO_OTHERS, listed: listed.slice(0, leading) } });
  const rest = [...remaining, ...signInConditions(filters, USERS)];
  if (rest.length === 0) return sql`${first} ${limitOf(list)}`;
  return nearOrAll(list, first, rest, (most) => amongFirst(list, listed.slice(0, leading), rest, most));
}

const NO_OTHERS = { others: [], provider: undefined, neverSignedIn: false, lastSignIn: { from: undefined, to: undefined } };

/** Users that lead the order, of which the first are looked at. Words take longer. */
const NEAR = { others: 2_000, words: 1_000 };

/**
 * Looks at the first users in the order. If too few of them match, all that match are found by whatever index is best, and sorted:
 * PostgreSQL expects filters to be independent of each other, and would read on in the order to the end.
 */
function nearOrAll(list: UserList, first: Sql, remaining: readonly Sql[], among?: (most: number) => Sql): Sql {
  const direction = directionOf(list);
  const sorted = sql`order by key ${direction}, id ${direction} ${limitOf(list)}`;
  const enough = list.perPage + 1;
  const near = list.filters.isOfWords ? NEAR.words : NEAR.others;
  const joined = sql`
           select first.id, first.key from first join users on users.id = first.id where ${every(remaining)}
            order by first.key ${direction}, first.id ${direction} ${limitOf(list)}`;
  return sql`
    with first as materialized (${first} limit ${near}::int8),
         near as materialized (${among?.(near) ?? joined}),
         is_enough as materialized (
           select (select count(*) from near) >= ${enough}::int8 or (select count(*) from first) < ${near}::int8 as yes),
         wide as materialized (
           select id, key from (${among?.(WIDE) ?? sql`select id, key from near`}) as wider
            where not (select yes from is_enough) and (select count(*) from near) >= ${LEAST_NEAR}::int8),
         is_found as materialized (select (select yes from is_enough) or (select count(*) from wide) >= ${enough}::int8 as yes),
         far as (
           select id, key from (${matches(list)} offset 0) as matching
            where not (select yes from is_found) ${sorted})
    select id, key from near where (select yes from is_enough)
    union all
    select id, key from wide where (select yes from is_found)
    union all
    select id, key from far
    ${sorted}`;
}

/** Where so many of the first match, a page of them is among twenty times as many. */
const LEAST_NEAR = 4;
const WIDE = 20_000;

/** Those who match, of a bounded number of the first in the order. */
function amongFirst(list: UserList, leading: readonly Sql[], remaining: readonly Sql[], most: number): Sql {
  const { isOfDeleted, created } = list.filters;
  const key = keyOf(list.order);
  const conditions = [
    ...(isOfDeleted ? [] : [IS_LIVE]),
    isIn(created, USERS.createdAt),
    ...leading,
    isBehind(list, key, USERS.id),
  ];
  return sql`
    select users.id, ${key} as key
      from (select users.* from users where ${every(conditions)} ${orderBy(list, key, USERS.id)} limit ${most}::int8) as users
     where ${every(remaining)} ${orderBy(list, key, USERS.id)} ${limitOf(list)}`;
}

/** Words that few users have: their index finds them all, in less time than the first in the order take. */
function rareOr(list: UserList, others: Sql): Sql {
  const direction = directionOf(list);
  return sql`
    with rare as materialized (select id, key from (${matches(list)} offset 0) as matching limit ${RARE + 1}::int8),
         is_rare as materialized (select (select count(*) from rare) <= ${RARE}::int8 as yes)
    select id, key from rare where (select yes from is_rare)
    union all
    select id, key from (${others}) as others where not (select yes from is_rare)
    order by key ${direction}, id ${direction} ${limitOf(list)}`;
}

/** As many as are sorted, whatever PostgreSQL expects of a text that it has not counted. */
const RARE = 2_000;

/** A rare text is found by its index; a common one is met early in the order. */
function rareOrCommon(list: UserList): Sql {
  const direction = directionOf(list);
  return sql`
    with rare as materialized (${matches(list)} limit ${RARE + 1}::int8)
    select id, key from rare where (select count(*) from rare) <= ${RARE}::int8
    union all
    select id, key from (
      select id, key from (${wholeSearch(list)}) as ordered where (select count(*) from rare) > ${RARE}::int8 ${limitOf(list)}) as common
    order by key ${direction}, id ${direction} ${limitOf(list)}`;
}

function wholeSearch(list: UserList): Sql {
  return sql`${matches(list)} ${orderBy(list, keyOf(list.order), USERS.id)}`;
}

/** A user may have several identities of a provider. */
function ofIdentities(list: UserList): Sql {
  const { createdAt, id } = IDENTITIES;
  const { created, provider, isOfDeleted } = list.filters;
  return sql`
    select distinct on (${createdAt}, ${id}) ${id} as id, ${createdAt} as key
      from identities join users on users.id = identities.user_id
     where identities.provider = ${provider} and ${isOfDeleted ? sql`true` : IS_LIVE} and ${isIn(created, createdAt)}
       and ${isBehind(list, createdAt, id)}
     ${orderBy(list, createdAt, id)}`;
}

/** As cursors have them. */
const MICROS = (moment: string) => trusted(`(extract(epoch from ${moment}) * 1000000)::bigint::text`);
const KEY_TEXTS = {
  created_at: MICROS("account.created_at"),
  last_sign_in_at: sql`case when page.key = '-infinity' then 'never' else ${MICROS("nullif(page.key, '-infinity')")} end`,
  email: sql`encode(convert_to(page.key, 'UTF8'), 'hex')`,
};

/** In order, so that the index of the list is read, and no more of it than is counted. */
export function countStatement(list: UserList): Sql {
  const all = { ...list, perPage: MOST_COUNTED, after: undefined };
  const isBySignIn = list.order.field === "created_at" && isBySignInAlone(list.filters);
  const counted = isBySignIn ? pageOf({ ...all, order: { ...list.order, field: "last_sign_in_at" } }) : pageOf(all);
  return sql`select count(*) from (${counted}) as counted`;
}
