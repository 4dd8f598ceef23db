// Test support: books rows without the API, and adds a space's rows up again to compare them with the totals that its writes kept.
import assert from "node:assert/strict";
import type { Db } from "../../kernel/sql/database.ts";
import { type Sql, sql, trusted } from "../../kernel/sql/sql.ts";
import { totalsCtes } from "./queries_totals.ts";

/** What is absent is as the space's defaults have it. Both legs of a transfer point at each other; `bookTransfer` makes them. */
export interface BookedRow {
  id?: number;
  account_id?: number;
  category_id?: number;
  description?: string;
  date?: string;
  paid?: boolean;
  amount_cents: number;
  tags?: string[];
  series_id?: number;
  occurrence?: number;
  oposite_transaction_id?: number;
  oposite_account_id?: number;
}

/** Books rows in one statement, as the API does; the ids. Many of them at once are fine. */
export async function bookRows(db: Db, spaceId: number, rows: readonly BookedRow[]): Promise<number[]> {
  const turnover = rows.reduce((sum, { amount_cents: cents }) => sum + Math.abs(cents), 0);
  const booked = await db.many<{ id: number }>(sql`
    with turn as (update spaces set turnover_cents = turnover_cents + ${turnover}::bigint where space_id = ${spaceId} returning *),
         new_rows as (
           insert into transactions (space_id, id, account_id, category_id, description, date, paid, amount_cents, tags, series_id,
                                     occurrence, oposite_transaction_id, oposite_account_id, created_at, updated_at)
           select turn.space_id, coalesce(given.id, nextval('transactions_id_seq')), coalesce(given.account_id, turn.default_account_id),
                  coalesce(given.category_id, turn.default_expenses_category_id), coalesce(given.description, 'row'),
                  coalesce(given.date, '2026-01-15'), coalesce(given.paid, true), given.amount_cents, coalesce(given.tags, '{}'),
                  given.series_id, given.occurrence, given.oposite_transaction_id, given.oposite_account_id, turn.created_at,
                  turn.created_at
             from turn, jsonb_to_recordset(${rows}::jsonb) as given (
                  id bigint, account_id int, category_id int, description text, date date, paid boolean, amount_cents bigint,
                  tags text[], series_id bigint, occurrence int, oposite_transaction_id bigint, oposite_account_id int)
           returning *),
         old_rows as (select * from transactions where space_id = ${spaceId} and false),
         ${totalsCtes(spaceId)}
    select id from new_rows order by id`);
  return booked.map(({ id }) => id);
}

/** Books a transfer between two accounts; the ids of the leg that goes out and the one that comes in. */
export async function bookTransfer(
  db: Db,
  spaceId: number,
  { from, to, ...row }: Omit<BookedRow, "account_id"> & { from: number; to: number },
): Promise<number[]> {
  const { out, into } = await db.one<{ out: number; into: number }>(sql`
    select nextval('transactions_id_seq') as out, nextval('transactions_id_seq') as into`);
  const { category } = await db.one<{ category: number }>(sql`
    select transfers_category_id as category from spaces where space_id = ${spaceId}`);
  return bookRows(db, spaceId, [
    {
      ...row,
      id: out,
      account_id: from,
      category_id: category,
      amount_cents: -row.amount_cents,
      oposite_transaction_id: into,
      oposite_account_id: to,
    },
    { ...row, id: into, account_id: to, category_id: category, oposite_transaction_id: out, oposite_account_id: from },
  ]);
}

/** A series without rows yet, on the default account; its id. */
export async function bookSeries(
  db: Db,
  spaceId: number,
  {
    kind,
    accountId,
    categoryId,
    totalCents,
  }: { kind: "fixed" | "installments"; accountId?: number; categoryId?: number; totalCents?: number },
): Promise<number> {
  const { id } = await db.one<{ id: number }>(sql`
    insert into series (space_id, kind, periodicity, total_installments, total_cents, anchor_date, anchor_occurrence, last_occurrence,
                        account_id, category_id, description, amount_cents, tags, created_at, updated_at)
    select space_id, ${kind}, 'monthly', 1, ${totalCents ?? null}, '2026-01-15', 1, 3, coalesce(${accountId ?? null}, default_account_id),
           coalesce(${categoryId ?? null}, default_expenses_category_id), 'series', -100, '{}', created_at, created_at
      from spaces
     where space_id = ${spaceId}
    returning id`);
  return id;
}

/** Fails with the first rows that are wrong, by what is wrong with them. */
export async function assertLedgerIsRight(db: Db, spaceId: number): Promise<void> {
  const found = await Promise.all(
    Object.entries(OFFENCES).map(async ([what, offence]) => [what, await db.many(sql`${offence(spaceId)} limit 5`)] as const),
  );
  assert.deepEqual(Object.fromEntries(found.filter(([, rows]) => rows.length > 0)), {});
}

const SUMS = ["earnings", "expenses", "moved_in", "moved_out"].flatMap((kind) => [`paid_${kind}`, `unpaid_${kind}`]);
const list = (items: readonly string[]) => trusted(items.join(", "));

/** Each selects what must not be there. Written apart from the statements that keep the totals, so that both cannot be wrong alike. */
const OFFENCES: Record<string, (spaceId: number) => Sql> = {
  "account_months differ from the rows": (spaceId) => sql`
    with row_sums as (
           select account_id, date_trunc('month', date)::date as month, (case when paid then 'paid_' else 'unpaid_' end) ||
                  (case when oposite_account_id is null then case when amount_cents > 0 then 'earnings' else 'expenses' end
                        when amount_cents > 0 then 'moved_in' else 'moved_out' end) as sum_name,
                  sum(amount_cents)::bigint as cents
             from transactions
            where space_id = ${spaceId}
            group by 1, 2, 3),
         kept as (
           select account_id, month, each.key as sum_name, each.value::bigint as cents
             from account_months, jsonb_each_text(to_jsonb(account_months)) as each
            where space_id = ${spaceId} and each.key in (${list(SUMS.map((name) => `'${name}'`))}))
    select account_id, month, sum_name, row_sums.cents as rows_say, kept.cents as kept_say
      from row_sums full join kept using (account_id, month, sum_name)
     where coalesce(row_sums.cents, 0) <> coalesce(kept.cents, 0)`,

  "account_years differ from the rows": (spaceId) => sql`
    with row_sums as (
           select account_id, extract(year from date)::int as year, sum(case when paid then amount_cents else 0 end)::bigint as paid,
                  sum(case when paid then 0 else amount_cents end)::bigint as unpaid
             from transactions
            where space_id = ${spaceId}
            group by 1, 2),
         kept as (select account_id, year, paid_cents, unpaid_cents from account_years where space_id = ${spaceId})
    select account_id, year, paid, unpaid, paid_cents as kept_paid, unpaid_cents as kept_unpaid
      from row_sums full join kept using (account_id, year)
     where coalesce(paid, 0) <> coalesce(paid_cents, 0) or coalesce(unpaid, 0) <> coalesce(unpaid_cents, 0)`,

  "category_months differ from the rows": (spaceId) => sql`
    with row_sums as (
           select category_id, date_trunc('month', date)::date as month, sum(case when paid then amount_cents else 0 end)::bigint as paid,
                  sum(case when paid then 0 else amount_cents end)::bigint as unpaid
             from transactions
            where space_id = ${spaceId} and oposite_account_id is null
            group by 1, 2),
         kept as (select category_id, month, paid_cents, unpaid_cents from category_months where space_id = ${spaceId})
    select category_id, month, paid, unpaid, paid_cents as kept_paid, unpaid_cents as kept_unpaid
      from row_sums full join kept using (category_id, month)
     where coalesce(paid, 0) <> coalesce(paid_cents, 0) or coalesce(unpaid, 0) <> coalesce(unpaid_cents, 0)`,

  "tags differ from the rows": (spaceId) => sql`
    with row_counts as (
           select name, count(*) as uses from transactions, unnest(tags) as name where space_id = ${spaceId} group by name),
         kept as (select name, uses from tags where space_id = ${spaceId})
    select name, row_counts.uses as rows_say, kept.uses as kept_say
      from row_counts full join kept using (name)
     where coalesce(row_counts.uses, 0) <> coalesce(kept.uses, 0)`,

  "turnover_cents differs from the amounts": (spaceId) => sql`
    select turnover_cents, amounts
      from spaces,
           (select (select coalesce(sum(abs(amount_cents)), 0) from transactions where space_id = ${spaceId}) +
                   (select coalesce(sum(abs(opening_cents)), 0) from accounts where space_id = ${spaceId}) as amounts) as added
     where space_id = ${spaceId} and turnover_cents <> amounts`,

  "instalments do not sum to the total of their series": (spaceId) => sql`
    select id, total_cents, amounts
      from series,
           lateral (select coalesce(sum(amount_cents), 0) as amounts
                      from transactions
                     where transactions.space_id = ${spaceId} and series_id = series.id) as added
     where space_id = ${spaceId} and total_cents <> amounts`,

  "a leg of a transfer does not mirror the other": (spaceId) => sql`
    select leg.id, leg.oposite_transaction_id
      from transactions as leg
      left join transactions as other on other.space_id = ${spaceId} and other.id = leg.oposite_transaction_id
     where leg.space_id = ${spaceId} and leg.oposite_transaction_id is not null
       and (other.id, other.oposite_transaction_id, other.account_id, other.oposite_account_id, other.amount_cents, other.date, other.paid)
           is distinct from
           (leg.oposite_transaction_id, leg.id, leg.oposite_account_id, leg.account_id, -leg.amount_cents, leg.date, leg.paid)`,

  "the default account is not an open one": (spaceId) => sql`
    select default_account_id
      from spaces
     where space_id = ${spaceId}
       and case when exists (select from accounts where accounts.space_id = ${spaceId} and not archived)
                then not exists (select from accounts
                                  where accounts.space_id = ${spaceId} and id = default_account_id and not archived)
                else default_account_id is null and exists (select from accounts where accounts.space_id = ${spaceId}) end`,
};
