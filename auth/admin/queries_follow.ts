// The list of users by cursor. Its filters are many, so statements are composed, and PostgreSQL chooses the index by what is rare:
// each is planned for its values (`withFreshPlans`). Where one order needs rows of another table, that table leads.
import type { Database, Db } from "../../kernel/sql/database.ts";
import { type Sql, sql, trusted } from "../../kernel/sql/sql.ts";
import { userWithIdentities } from "../identities/queries.ts";
import type { UserWithIdentities } from "../users/user.ts";
import type { UserFilters } from "./filters.ts";
import type { Order, Position } from "./list_order.ts";

export interface UserList {
  filters: UserFilters;
  order: Order;
  perPage: number;
  after: Position | undefined;
}

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
    const [rows, total] = await Promise.all([
      own.many<UserWithIdentities & { key: string }>(followStatement(list)),
      withTotal ? countUsers(own, list) : undefined,
    ]);
    const users = rows.slice(0, list.perPage);
    const last = users.at(-1);
    return { users, next: last && rows.length > users.length ? { key: last.key, id: last.id } : undefined, total };
  });
}

/** Exact while it is small. */
async function countUsers(own: Db, list: UserList): Promise<Total> {
  const { count } = await own.one<{ count: number }>(countStatement(list));
  if (count <= MOST_COUNTED) return { count, is_estimate: false };
  const row = await own.one<{ "QUERY PLAN": [{ Plan: { "Plan Rows": number } }] }>(
    sql`explain (format json) ${matchingUsers(list)}`,
  );
  return { count: Math.max(count, row["QUERY PLAN"][0].Plan["Plan Rows"]), is_estimate: true };
}

/** Not on the connections that requests share: a rare combination of filters may take a while. */
function withFreshPlans<T>(db: Database, work: (own: Db) => Promise<T>): Promise<T> {
  return db.transaction(async (own) => {
    const [, result] = await Promise.all([own.run(sql`set local plan_cache_mode = force_custom_plan`), work(own)]);
    return result;
  });
}

/** What a statement calls the columns of a row that leads a list. */
interface Columns {
  id: Sql;
  createdAt: Sql;
  lastSignIn: Sql;
}

const USERS: Columns = {
  id: sql`users.id`,
  createdAt: sql`users.created_at`,
  lastSignIn: sql`coalesce(users.last_sign_in_at, '-infinity')`,
};
const IDENTITIES: Columns = { ...USERS, id: sql`identities.user_id`, createdAt: sql`identities.user_created_at` };
const SIGN_INS: Columns = {
  id: sql`last_sign_ins.user_id`,
  createdAt: sql`last_sign_ins.created_at`,
  lastSignIn: sql`last_sign_ins.signed_in_at`,
};

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
  const { filters, order } = list;
  if (order.field === "last_sign_in_at" && !filters.isOfDeleted) return pageBySignIn(list);
  if (order.field === "created_at" && filters.provider !== undefined) return pageOfProvider(list);
  if (order.field === "created_at" && isBySignInAlone(filters)) return pageOfMonths(list);
  const key = order.field === "email" ? ADDRESS : order.field === "created_at" ? USERS.createdAt : USERS.lastSignIn;
  return sql`
    select users.id, ${key} as key from users
     where ${conditionsOf(filters, USERS)} and ${isBehind(list, key, USERS.id)}
     ${orderBy(list, key, USERS.id)}`;
}

/** A user may have several identities of a provider. */
function pageOfProvider(list: UserList): Sql {
  const { filters } = list;
  const { createdAt, id } = IDENTITIES;
  return sql`
    select distinct on (${createdAt}, ${id}) ${id} as id, ${createdAt} as key
      from identities join users on users.id = identities.user_id
     where identities.provider = ${filters.provider} and ${conditionsOf({ ...filters, provider: undefined }, IDENTITIES)}
       and ${isBehind(list, createdAt, id)}
     ${orderBy(list, createdAt, id)}`;
}

function pageBySignIn(list: UserList): Sql {
  const { lastSignIn, id } = SIGN_INS;
  return sql`
    select ${id} as id, ${lastSignIn} as key from last_sign_ins ${joinOf(list.filters)}
     where ${conditionsOf(list.filters, SIGN_INS)} and ${isBehind(list, lastSignIn, id)}
     ${orderBy(list, lastSignIn, id)}`;
}

/** No index has the users of a span in the order of their creation, but one has those of each month. */
function isBySignInAlone({ lastSignIn, neverSignedIn, narrow, isOfDeleted }: UserFilters): boolean {
  return narrow.length === 0 && !isOfDeleted && (neverSignedIn || Boolean(lastSignIn.from || lastSignIn.to));
}

/** As many as are sorted rather than merged. */
const FEW = 1_000;

function pageOfMonths(list: UserList): Sql {
  const { filters } = list;
  const { createdAt, id } = SIGN_INS;
  const matching = sql`last_sign_ins ${joinOf(filters)}
     where ${conditionsOf(filters, SIGN_INS)} and ${isBehind(list, createdAt, id)}`;
  const columns = sql`${id} as id, ${createdAt} as key`;
  const sorted = sql`order by key ${directionOf(list)}, id ${directionOf(list)} limit ${list.perPage + 1}::int8`;
  const ofMonth = sql`
    select ${columns} from ${matching} and ${MONTH} = month ${orderBy(list, createdAt, id)}`;
  if (filters.neverSignedIn)
    return sql`select id, key from (values (timestamp '-infinity')) as months (month), lateral (${ofMonth}) as monthly`;
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
    ${sorted}`;
}

const FIRST_SIGN_IN = sql`(select min(signed_in_at) from last_sign_ins where signed_in_at > '-infinity')`;
const LAST_SIGN_IN = sql`(select max(signed_in_at) from last_sign_ins)`;
const MONTH = sql`date_trunc('month', last_sign_ins.signed_in_at at time zone 'UTC')`;

/** Users who are deleted have no row there. */
function joinOf({ narrow, broad, provider }: UserFilters): Sql {
  return narrow.length + broad.length > 0 || provider !== undefined ? sql`join users on users.id = last_sign_ins.user_id` : sql``;
}

function conditionsOf(filters: UserFilters, { createdAt, lastSignIn, id }: Columns): Sql {
  const { isOfDeleted, provider, created, narrow, broad } = filters;
  const isOfUsers = id !== SIGN_INS.id;
  const conditions = [
    ...(isOfDeleted || !isOfUsers ? [] : [sql`users.deleted_at is null`]),
    ...(created.from ? [sql`${createdAt} >= ${created.from}`] : []),
    ...(created.to ? [sql`${createdAt} < ${created.to}`] : []),
    ...signInConditions(filters, lastSignIn, isOfUsers),
    ...(provider === undefined
      ? []
      : [sql`exists (select from identities where identities.user_id = ${id} and identities.provider = ${provider})`]),
    ...narrow,
    ...broad,
  ];
  return conditions.reduce((all, each) => sql`${all} and ${each}`, sql`true`);
}

function signInConditions({ lastSignIn: { from, to }, neverSignedIn }: UserFilters, column: Sql, isOfUsers: boolean): Sql[] {
  const signedIn = isOfUsers ? sql`users.last_sign_in_at` : column;
  return [
    ...(neverSignedIn ? [sql`${column} = '-infinity'`] : []),
    ...(from ? [sql`${signedIn} >= ${from}`] : []),
    ...(to ? [sql`${signedIn} < ${to}`] : []),
    ...(to && !from ? [sql`${signedIn} > '-infinity'`] : []),
  ];
}

const ADDRESS = sql`coalesce(users.email, users.sso_email, chr(127)) collate "C"`;

/** As cursors have them. */
const MICROS = (moment: string) => trusted(`(extract(epoch from ${moment}) * 1000000)::bigint::text`);
const KEY_TEXTS = {
  created_at: MICROS("account.created_at"),
  last_sign_in_at: sql`case when page.key = '-infinity' then 'never' else ${MICROS("nullif(page.key, '-infinity')")} end`,
  email: sql`encode(convert_to(page.key, 'UTF8'), 'hex')`,
};

function isBehind({ after, order }: UserList, key: Sql, id: Sql): Sql {
  if (!after) return sql`true`;
  const position = sql`(${keyValue(order, after)}, ${after.id}::uuid)`;
  return order.isAscending ? sql`(${key}, ${id}) > ${position}` : sql`(${key}, ${id}) < ${position}`;
}

function keyValue({ field }: Order, { key }: Position): Sql {
  if (field === "email") return sql`${Buffer.from(key, "hex").toString()}::text collate "C"`;
  if (key === "never") return sql`'-infinity'::timestamptz`;
  return sql`timestamptz 'epoch' + ${key}::int8 * interval '1 microsecond'`;
}

function orderBy(list: UserList, key: Sql, id: Sql): Sql {
  const direction = directionOf(list);
  return sql`order by ${key} ${direction}, ${id} ${direction} limit ${list.perPage + 1}::int8`;
}

const directionOf = ({ order }: UserList) => trusted(order.isAscending ? "asc" : "desc");

/** One row for each, in no order. */
function matchingUsers({ filters }: UserList): Sql {
  const hasSignIns = !filters.isOfDeleted && isBySignInAlone(filters);
  return hasSignIns
    ? sql`select from last_sign_ins ${joinOf(filters)} where ${conditionsOf(filters, SIGN_INS)}`
    : sql`select from users where ${conditionsOf(filters, USERS)}`;
}

/** In order, so that the index of the list is read, and no more of it than is counted. */
export function countStatement(list: UserList): Sql {
  const all = { ...list, perPage: MOST_COUNTED, after: undefined };
  const { filters, order } = list;
  return sql`select count(*) from (${order.field === "created_at" && isBySignInAlone(filters) ? pageBySignIn(all) : pageOf(all)}) as counted`;
}
