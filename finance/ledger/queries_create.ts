// New rows of `transactions`, in one statement: the turn, the account and the category, the series, the rows, the totals, the changes.
import type { Db } from "../../kernel/sql/database.ts";
import { type Sql, sql } from "../../kernel/sql/sql.ts";
import type { Periodicity } from "../calendar/periodicity.ts";
import { type Act, changeInsert } from "../changes/queries.ts";
import { rowColumns } from "./queries_rows.ts";
import { dateAfter } from "./queries_series.ts";
import { spaceInTurn } from "./queries_space.ts";
import { totalsCtes, turnoverCte } from "./queries_totals.ts";
import type { TransactionRow } from "./row.ts";

export interface NewTransaction {
  description: string;
  date: string;
  paid: boolean;
  amountCents: number;
  /** The default ones of the space where undefined; of the two default categories the one that fits the amount's sign. */
  accountId: number | undefined;
  categoryId: number | undefined;
  notes: string | null;
  tags: readonly string[];
  /** Undefined for a row that stands alone. The fields above are those of the first occurrence. */
  series: NewSeries | undefined;
}

export interface NewSeries {
  kind: "fixed" | "installments";
  periodicity: Periodicity;
  /** All instalments; of a fixed series no more than this, and none past the day to which the others have theirs. */
  occurrences: number;
  /** Of each occurrence but the first. */
  laterCents: number;
  /** Later occurrences up to this day are paid. */
  today: string;
}

/** The first row; undefined, and nothing is written, where the account is archived or one of the two is not there. */
export function insertTransaction(db: Db, act: Act, transaction: NewTransaction): Promise<TransactionRow | undefined> {
  const { spaceId } = act.caller;
  return db.maybeOne<TransactionRow>(sql`
    with turn as (${spaceInTurn(spaceId)}),
         chosen as (${chosen(spaceId, transaction)}),
         old_rows as (select * from transactions where space_id = ${spaceId} and false),
         ${transaction.series ? seriesRows(act, transaction, transaction.series) : singleRow(act, transaction)},
         ${totalsCtes(spaceId)},
         ${turnoverCte(spaceId)},
         change as (${changeInsert(act, {
           action: "create",
           entity: "transaction",
           entityId: sql`id`,
           before: sql`null::jsonb`,
           after: sql`to_jsonb(new_rows)`,
           from: sql`new_rows`,
         })})
    select ${rowColumns}
      from new_rows
     order by occurrence
     limit 1`);
}

/** The account and the category, locked as they are now and not as they were when the statement began to wait for its turn. */
function chosen(spaceId: number, { accountId, categoryId, amountCents }: NewTransaction): Sql {
  return sql`
    select accounts.id as account_id, categories.id as category_id
      from turn
      join accounts
        on accounts.space_id = ${spaceId} and accounts.id = coalesce(${accountId ?? null}::int, turn.default_account_id)
       and not accounts.archived
      join categories
        on categories.space_id = ${spaceId}
       and categories.id = coalesce(${categoryId ?? null}::int, case when ${amountCents}::bigint < 0
                                    then turn.default_expenses_category_id else turn.default_earnings_category_id end)
       for share of accounts, categories`;
}

function singleRow({ caller: { spaceId }, now }: Act, row: NewTransaction): Sql {
  return sql`
    new_rows as (
      insert into transactions (space_id, account_id, category_id, description, date, paid, amount_cents, notes, tags, created_at,
                                updated_at)
      select ${spaceId}::bigint, account_id, category_id, ${row.description}::text, ${row.date}::date, ${row.paid}::boolean,
             ${row.amountCents}::bigint, ${row.notes}::text, ${row.tags}::text[], ${now}::timestamptz, ${now}::timestamptz
        from chosen
      returning *)`;
}

/** In the order of their occurrences, so that their ids are too. */
function seriesRows({ caller: { spaceId }, now }: Act, first: NewTransaction, series: NewSeries): Sql {
  const { kind, periodicity, occurrences, laterCents } = series;
  const isFixed = kind === "fixed";
  const totalCents = isFixed ? null : first.amountCents + laterCents * (occurrences - 1);
  const date = dateAfter(sql`${first.date}::date`, sql`${periodicity}::text`, sql`occurrence - 1`);
  return sql`
    planned as (
      select occurrence, date
        from turn, generate_series(1, ${occurrences}::int) as occurrence, lateral (select ${date} as date) as dated
       where occurrence = 1 or ${isFixed ? sql`date <= turn.extended_through` : sql`true`}),
    made as (
      insert into series (space_id, kind, periodicity, total_installments, total_cents, anchor_date, anchor_occurrence, last_occurrence,
                          account_id, category_id, description, amount_cents, notes, tags, created_at, updated_at)
      select ${spaceId}::bigint, ${kind}::text, ${periodicity}::text, ${isFixed ? 1 : occurrences}::int, ${totalCents}::bigint,
             ${first.date}::date, 1, (select max(occurrence) from planned), account_id, category_id, ${first.description}::text,
             ${laterCents}::bigint, ${first.notes}::text, ${first.tags}::text[], ${now}::timestamptz, ${now}::timestamptz
        from chosen
      returning *),
    new_rows as (
      insert into transactions (space_id, account_id, category_id, description, date, paid, amount_cents, notes, tags, series_id,
                                occurrence, total_installments, recurring, created_at, updated_at)
      select ${spaceId}::bigint, made.account_id, made.category_id, made.description, planned.date,
             case when occurrence = 1 then ${first.paid}::boolean else planned.date <= ${series.today}::date end,
             case when occurrence = 1 then ${first.amountCents}::bigint else ${laterCents}::bigint end, made.notes, made.tags, made.id,
             occurrence, made.total_installments, ${isFixed}::boolean, ${now}::timestamptz, ${now}::timestamptz
        from made, planned
       order by occurrence
      returning *)`;
}

export interface Missing {
  /** Null where there is no such account. */
  archived: boolean | null;
  has_category: boolean;
}

/** Why nothing was written, in a transaction that holds the space's lock. */
export function findMissing(tx: Db, spaceId: number, accountId: number | null, categoryId: number | null): Promise<Missing> {
  return tx.one<Missing>(sql`
    select (select archived from accounts where space_id = ${spaceId} and id = ${accountId}) as archived,
           exists (select from categories where space_id = ${spaceId} and id = ${categoryId}) as has_category`);
}
