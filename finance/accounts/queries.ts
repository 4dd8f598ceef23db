// The table `accounts`.
import type { Db } from "../../kernel/sql/database.ts";
import { type Sql, sql } from "../../kernel/sql/sql.ts";
import { reservedByAccount } from "../earmarks/queries.ts";
import { accounts } from "../tables/accounts.ts";
import { credit_cards } from "../tables/credit_cards.ts";
import { selectList } from "../tables/table.ts";
import type { StoredCard } from "../tables/tables.ts";
import type { AccountRow } from "./account.ts";

const columns = (spaceId: number): Sql => sql`
  ${selectList(accounts)}, id is not distinct from ${defaultAccountOf(spaceId)} as "default"`;

export function listAccounts(db: Db, spaceId: number): Promise<AccountRow[]> {
  return db.many<AccountRow>(sql`select ${columns(spaceId)} from accounts where space_id = ${spaceId} order by id`);
}

export function listAccountsWithReserved(db: Db, spaceId: number): Promise<(AccountRow & { reserved_cents: number })[]> {
  return db.many(sql`
    select ${columns(spaceId)}, coalesce(reserved_cents, 0) as reserved_cents
      from accounts
      left join (${reservedByAccount(spaceId)}) as reserved on account_id = id
     where space_id = ${spaceId}
     order by id`);
}

export function findAccount(db: Db, spaceId: number, id: number): Promise<AccountRow | undefined> {
  return db.maybeOne<AccountRow>(sql`select ${columns(spaceId)} from accounts where space_id = ${spaceId} and id = ${id}`);
}

/** With what is on it at the end of the day, paid rows only, and what goals have reserved on it. */
export function findAccountWithBalance(
  db: Db,
  spaceId: number,
  id: number,
  day: string,
): Promise<(AccountRow & { balance_cents: number; reserved_cents: number }) | undefined> {
  return db.maybeOne(sql`
    select ${columns(spaceId)}, opening_cents + ${paidThrough(spaceId, id, day)} as balance_cents,
           coalesce((select reserved_cents from (${reservedByAccount(spaceId)}) as reserved where account_id = ${id}), 0) as reserved_cents
      from accounts
     where space_id = ${spaceId} and id = ${id}`);
}

/** Cards that an account pays for, as they are stored. */
export function listCardsPaidBy(db: Db, spaceId: number, accountId: number): Promise<StoredCard[]> {
  return db.many<StoredCard>(sql`
    select ${selectList(credit_cards)} from credit_cards where space_id = ${spaceId} and payment_account_id = ${accountId}`);
}

/** An expression: the id of the default account, or null. */
function defaultAccountOf(spaceId: number): Sql {
  return sql`(select default_account_id from spaces where space_id = ${spaceId})`;
}

/** An expression: what the paid rows of an account come to at the end of a day. Whole years and months are added up already. */
function paidThrough(spaceId: number, accountId: number, day: string): Sql {
  const yearStart = sql`date_trunc('year', ${day}::date)::date`;
  const monthStart = sql`date_trunc('month', ${day}::date)::date`;
  const isOnAccount = sql`space_id = ${spaceId} and account_id = ${accountId}`;
  return sql`(
    (select coalesce(sum(paid_cents), 0)
       from account_years
      where ${isOnAccount} and year < extract(year from ${day}::date)::int) +
    (select coalesce(sum(paid_earnings + paid_expenses + paid_moved_in + paid_moved_out), 0)
       from account_months
      where ${isOnAccount} and month >= ${yearStart} and month < ${monthStart}) +
    (select coalesce(sum(amount_cents), 0)
       from transactions
      where ${isOnAccount} and date between ${monthStart} and ${day}::date and paid)
  )::bigint`;
}

export async function hasRows(db: Db, spaceId: number, accountId: number): Promise<boolean> {
  const row = await db.maybeOne(sql`
    select 1 as found from transactions where space_id = ${spaceId} and account_id = ${accountId} limit 1`);
  return row !== undefined;
}
