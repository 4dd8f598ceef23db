// Users by their last sign-in, which is in a table of its own.
import { type Sql, sql } from "../../kernel/sql/sql.ts";
import {
  directionOf,
  every,
  isBehind,
  isIn,
  limitOf,
  orderBy,
  SIGN_INS,
  signInConditions,
  type UserFilters,
  type UserList,
} from "./queries_matching.ts";

/** Users who are deleted have no row there. */
export function signIns(list: UserList): Sql {
  const { lastSignIn, createdAt, id } = SIGN_INS;
  const { filters } = list;
  return sql`
    select ${id} as id, ${lastSignIn} as key from last_sign_ins
     where ${every([isIn(filters.created, createdAt), ...signInConditions(filters, SIGN_INS)])} and ${isBehind(list, lastSignIn, id)}
     ${orderBy(list, lastSignIn, id)}`;
}

/** No index has the users of a span in the order of their creation, but one has those of each month. */
export function isBySignInAlone(filters: UserFilters): boolean {
  const { isBroad, others, provider } = filters;
  return isBroad && others.length === 0 && provider === undefined && signInConditions(filters, SIGN_INS).length > 0;
}

/** As many as are sorted rather than merged. */
const FEW = 300;

export function pageOfMonths(list: UserList): Sql {
  const { filters } = list;
  const { createdAt, id } = SIGN_INS;
  const columns = sql`${id} as id, ${createdAt} as key`;
  // One by one, which `offset` makes sure of: a page is few of them.
  const isMatch =
    filters.listed.length === 0
      ? sql`true`
      : sql`(select true from users where users.id = ${id} and ${every(filters.listed)} offset 0)`;
  const matching = sql`last_sign_ins
     where ${every([isIn(filters.created, createdAt), ...signInConditions(filters, SIGN_INS)])} and ${isBehind(list, createdAt, id)} and ${isMatch}`;
  const ofMonth = sql`
    select ${columns} from ${matching} and ${MONTH} = month ${orderBy(list, createdAt, id)} ${limitOf(list)}`;
  if (filters.neverSignedIn) {
    return sql`select id, key from (values (timestamp '-infinity')) as months (month), lateral (${ofMonth}) as monthly`;
  }
  const { from, to } = filters.lastSignIn;
  return sql`
    with few as materialized (select ${columns} from ${matching} order by last_sign_ins.signed_in_at limit ${FEW + 1}::int8),
         months as (
           select generate_series(date_trunc('month', greatest(${from ?? null}::timestamptz, ${FIRST_SIGN_IN}) at time zone 'UTC'),
                                  least(${to ?? null}::timestamptz, ${LAST_SIGN_IN}) at time zone 'UTC', interval '1 month') as month
            where (select count(*) from few) > ${FEW}::int8)
    select id, key from few where (select count(*) from few) <= ${FEW}::int8
    union all
    select id, key from months, lateral (${ofMonth}) as monthly
    order by key ${directionOf(list)}, id ${directionOf(list)} ${limitOf(list)}`;
}

const FIRST_SIGN_IN = sql`(select min(signed_in_at) from last_sign_ins where signed_in_at > '-infinity')`;
const LAST_SIGN_IN = sql`(select max(signed_in_at) from last_sign_ins)`;
const MONTH = sql`date_trunc('month', last_sign_ins.signed_in_at at time zone 'UTC')`;
