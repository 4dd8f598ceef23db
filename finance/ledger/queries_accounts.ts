// What accounts need of the ledger's tables: which is the default, and what is on them.
import type { Db } from "../../kernel/sql/database.ts";
import { type Sql, sql } from "../../kernel/sql/sql.ts";

/** An expression: the id of the default account, or null. */
export function defaultAccountOf(spaceId: number): Sql {
  return sql`(select default_account_id from spaces where space_id = ${spaceId})`;
}

/** Beside a write of an account in a transaction that holds the space's lock. `addedCents`: opening amounts without their signs. */
export function spaceUpdate(spaceId: number, { defaultAccountId, addedCents }: SpaceUpdate): Sql {
  return sql`
    update spaces
       set turnover_cents = turnover_cents + ${addedCents}::bigint, default_account_id = ${defaultAccountId}::int
     where space_id = ${spaceId}`;
}

export interface SpaceUpdate {
  defaultAccountId: number | null;
  addedCents: number;
}

/** An expression: what the paid rows of an account come to at the end of a day. Whole years and months are added up already. */
export function paidThrough(spaceId: number, accountId: number, day: string): Sql {
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
  const found = await db.maybeOne(sql`
    select 1 as found from transactions where space_id = ${spaceId} and account_id = ${accountId} limit 1`);
  return found !== undefined;
}
