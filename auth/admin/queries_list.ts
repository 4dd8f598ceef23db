// The list of users in pages. No search reads the whole table: an index finds rare matches, and a scan meets common ones early.
import type { Db } from "../../kernel/sql/database.ts";
import { type Sql, sql, trusted } from "../../kernel/sql/sql.ts";
import { userWithIdentities } from "../identities/queries.ts";
import { type Address, hasAddress } from "../users/queries.ts";
import type { UserWithIdentities } from "../users/user.ts";
import type { Page } from "./pages.ts";

export interface UserSearch extends Page {
  isAscending: boolean;
  /** A part of the email address or of the full name. */
  filter?: string | undefined;
  /** Exactly these. */
  addresses: readonly Address[];
}

/** Beyond this many matches a total is a lower bound. A filter too short for the index looks at no more than this many users. */
const WITHIN_REACH = 10_000;
const TRIGRAM = 3;

/** One page. The total is exact without a filter, and always more than what was listed while there is more to list. */
export async function listUsers(db: Db, search: UserSearch): Promise<{ users: UserWithIdentities[]; total: number }> {
  const rows = await db.many<UserWithIdentities & { total: number }>(listStatement(search));
  const users = rows.filter((row) => row.id !== null);
  const counted = rows[0]?.total ?? 0;
  const offset = (search.page - 1) * search.perPage;
  const total = users.length === 0 ? 0 : offset + users.length;
  return { users: users.slice(0, search.perPage), total: Math.max(counted, total) };
}

function orderOf({ isAscending }: UserSearch): Sql {
  return trusted(isAscending ? "created_at asc, id asc" : "created_at desc, id desc");
}

export function listStatement(search: UserSearch): Sql {
  const { page, perPage, isAscending } = search;
  const offset = (page - 1) * perPage;
  const order = orderOf(search);
  const most = offset + perPage + 1;
  return sql`
    with ${foundCtes(search, order, most)},
         page as (select id from found order by ${order} limit ${perPage + 1}::int8 offset ${offset}::int8)
    select ${userWithIdentities}, counted.total
      from (select ${totalOf(search)} as total) as counted
      left join (page join users account using (id)) on true
     order by ${isAscending ? trusted("account.created_at asc, account.id asc") : trusted("account.created_at desc, account.id desc")}`;
}

/** The CTE `found` with at least so many of the first matches, if there are, and what it needs before it. */
function foundCtes(search: UserSearch, order: Sql, most: number): Sql {
  const { filter, addresses } = search;
  const searchedText = sql`searched_text(coalesce(email, sso_email), raw_user_meta_data)`;
  const matches = filter ? sql`strpos(${searchedText}, lower(${filter}::text)) > 0` : sql`true`;
  const columns = sql`select id, created_at from users where deleted_at is null`;
  if (addresses.length > 0) {
    const condition = addresses.map((address) => hasAddress(address)).reduce((all, each) => sql`${all} and ${each}`);
    return sql`found as (${columns} and ${condition} and ${matches})`;
  }
  if (!filter) return sql`found as (${columns} order by ${order} limit ${most}::int8)`;
  if ([...filter].length < TRIGRAM) {
    return sql`
         recent as (select id, created_at, email, sso_email, raw_user_meta_data from users where deleted_at is null
                     order by ${order} limit ${WITHIN_REACH}::int8),
         found as (select id, created_at from recent where ${matches})`;
  }
  // The trigrams come from a query of their own: the planner, which cannot look into it, then always takes the index.
  return sql`
         rare as materialized (
           ${columns} and (trigrams(searched_text(email, raw_user_meta_data)) @> (select trigrams(lower(${filter}::text)))
                           or (sso_email is not null and
                               trigrams(searched_text(sso_email, raw_user_meta_data)) @> (select trigrams(lower(${filter}::text)))))
             and ${matches}
            limit ${WITHIN_REACH + 1}::int8),
         found as (
           select id, created_at from rare where (select count(*) from rare) <= ${WITHIN_REACH}::int8
           union all
           (select id, created_at from users
             where (select count(*) from rare) > ${WITHIN_REACH}::int8 and deleted_at is null and ${matches}
             order by ${order} limit ${most}::int8))`;
}

function totalOf({ filter, addresses }: UserSearch): Sql {
  if (!filter && addresses.length === 0) return sql`(select count(*) from users where deleted_at is null)`;
  const isIndexed = addresses.length === 0 && filter !== undefined && [...filter].length >= TRIGRAM;
  return isIndexed ? sql`(select least(count(*), ${WITHIN_REACH}::int8) from rare)` : sql`(select count(*) from found)`;
}

/** The same filter as a condition on the row `users`, for lists by cursor. */
export function containsText(filter: string): Sql {
  const text = sql`strpos(searched_text(coalesce(users.email, users.sso_email), users.raw_user_meta_data), lower(${filter}::text)) > 0`;
  if ([...filter].length < TRIGRAM) {
    return sql`${text} and users.id in (
      select id from users where deleted_at is null order by created_at desc, id desc limit ${WITHIN_REACH}::int8)`;
  }
  const words = sql`(select trigrams(lower(${filter}::text)))`;
  return sql`${text} and (trigrams(searched_text(users.email, users.raw_user_meta_data)) @> ${words}
    or (users.sso_email is not null and trigrams(searched_text(users.sso_email, users.raw_user_meta_data)) @> ${words}))`;
}
