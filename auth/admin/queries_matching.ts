// Parts of the statements that list users by cursor: columns, conditions, order.
import { type Sql, sql, trusted } from "../../kernel/sql/sql.ts";
import type { Order, Position } from "./list_order.ts";
import { ADDRESS } from "./queries_search.ts";

/** From this moment on, and before that one. */
export interface Span {
  from: Date | undefined;
  to: Date | undefined;
}

export interface UserFilters {
  /** Deleted users are in no other list. */
  isOfDeleted: boolean;
  provider: string | undefined;
  created: Span;
  lastSignIn: Span;
  neverSignedIn: boolean;
  /** By state and factor: each has an index in the order of creation. The narrower comes first. */
  listed: Sql[];
  /** Whether most users match all of those. */
  isBroad: boolean;
  others: Sql[];
  /** Whether one of the others is for a few users at the most. */
  isForFew: boolean;
  /** Whether one of them looks for words, which may be common or rare: PostgreSQL cannot tell. */
  isOfWords: boolean;
  /** Whether those words may be rare ones. */
  mayBeRare: boolean;
}

export interface UserList {
  filters: UserFilters;
  order: Order;
  perPage: number;
  after: Position | undefined;
}

/** What a statement calls the columns of a row that leads a list. */
interface Columns {
  id: Sql;
  createdAt: Sql;
  lastSignIn: Sql;
}

export const USERS: Columns = {
  id: sql`users.id`,
  createdAt: sql`users.created_at`,
  lastSignIn: sql`coalesce(users.last_sign_in_at, '-infinity')`,
};
export const IDENTITIES: Columns = { ...USERS, id: sql`identities.user_id`, createdAt: sql`identities.user_created_at` };
export const SIGN_INS: Columns = {
  id: sql`last_sign_ins.user_id`,
  createdAt: sql`last_sign_ins.created_at`,
  lastSignIn: sql`last_sign_ins.signed_in_at`,
};

export function keyOf({ field }: Order): Sql {
  if (field === "email") return ADDRESS;
  return field === "created_at" ? USERS.createdAt : USERS.lastSignIn;
}

/** All that match, in no order. */
export function matches(list: UserList): Sql {
  const key = keyOf(list.order);
  return sql`
    select users.id, ${key} as key from users
     where ${conditionsOf(list.filters)} and ${isBehind(list, key, USERS.id)}`;
}

export const IS_LIVE = sql`users.deleted_at is null`;

export const every = (conditions: readonly Sql[]) => conditions.reduce((all, each) => sql`${all} and ${each}`, sql`true`);

function conditionsOf(filters: UserFilters): Sql {
  const { isOfDeleted, provider, created, listed, others } = filters;
  return every([
    ...(isOfDeleted ? [] : [IS_LIVE]),
    isIn(created, USERS.createdAt),
    ...signInConditions(filters, USERS),
    ...(provider === undefined ? [] : [ofProvider(provider)]),
    ...listed,
    ...others,
  ]);
}

export const ofProvider = (provider: string) =>
  sql`exists (select from identities where identities.user_id = users.id and identities.provider = ${provider})`;

export function isIn({ from, to }: Span, column: Sql): Sql {
  return every([...(from ? [sql`${column} >= ${from}`] : []), ...(to ? [sql`${column} < ${to}`] : [])]);
}

export function signInConditions({ lastSignIn, neverSignedIn }: UserFilters, { lastSignIn: column }: Columns): Sql[] {
  const { from, to } = lastSignIn;
  return [
    ...(neverSignedIn ? [sql`${column} = '-infinity'`] : []),
    ...(from || to ? [isIn(lastSignIn, column)] : []),
    ...(to && !from ? [sql`${column} > '-infinity'`] : []),
  ];
}

export function isBehind({ after, order }: UserList, key: Sql, id: Sql): Sql {
  if (!after) return sql`true`;
  const position = sql`(${keyValue(order, after)}, ${after.id}::uuid)`;
  return order.isAscending ? sql`(${key}, ${id}) > ${position}` : sql`(${key}, ${id}) < ${position}`;
}

function keyValue({ field }: Order, { key }: Position): Sql {
  if (field === "email") return sql`${Buffer.from(key, "hex").toString()}::text collate "C"`;
  if (key === "never") return sql`'-infinity'::timestamptz`;
  return sql`timestamptz 'epoch' + ${key}::int8 * interval '1 microsecond'`;
}

export function orderBy(list: UserList, key: Sql, id: Sql): Sql {
  const direction = directionOf(list);
  return sql`order by ${key} ${direction}, ${id} ${direction}`;
}

export const limitOf = ({ perPage }: UserList) => sql`limit ${perPage + 1}::int8`;

export const directionOf = ({ order }: UserList) => trusted(order.isAscending ? "asc" : "desc");
