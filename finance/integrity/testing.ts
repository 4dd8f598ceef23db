// Test support: books rows without the API, and adds a space's books up again.
import assert from "node:assert/strict";
import type { Db } from "../../kernel/sql/database.ts";
import { sql, trusted } from "../../kernel/sql/sql.ts";
import { ADD_SUMS } from "../post/functions.ts";
import { checkBooks } from "./check_space.ts";
import { listReferences, type Reference } from "./queries_references.ts";

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
  /** Instead of an account; both are needed. */
  credit_card_id?: number;
  credit_card_invoice_id?: number;
  paid_credit_card_id?: number;
  paid_credit_card_invoice_id?: number;
}

/** Books rows and adds them to the sums; the ids. Many of them at once are fine. Not in the log: nobody asked for them. */
export async function bookRows(db: Db, spaceId: number, rows: readonly BookedRow[]): Promise<number[]> {
  const booked = await db.many<{ id: number }>(sql`
    insert into transactions (space_id, id, account_id, category_id, description, date, paid, amount_cents, tags, series_id,
                              occurrence, oposite_transaction_id, oposite_account_id, credit_card_id, credit_card_invoice_id,
                              paid_credit_card_id, paid_credit_card_invoice_id, created_at, updated_at)
    select space.space_id, coalesce(given.id, nextval('transactions_id_seq')),
           case when given.credit_card_id is null then coalesce(given.account_id, space.default_account_id) end,
           coalesce(given.category_id, space.default_expenses_category_id), coalesce(given.description, 'row'),
           coalesce(given.date, '2026-01-15'), coalesce(given.paid, true), given.amount_cents, coalesce(given.tags, '{}'),
           given.series_id, given.occurrence, given.oposite_transaction_id, given.oposite_account_id, given.credit_card_id,
           given.credit_card_invoice_id, given.paid_credit_card_id, given.paid_credit_card_invoice_id, space.created_at,
           space.created_at
      from spaces as space
     cross join jsonb_to_recordset(${rows}::jsonb) as given (
           id bigint, account_id int, category_id int, description text, date date, paid boolean, amount_cents bigint,
           tags text[], series_id bigint, occurrence int, oposite_transaction_id bigint, oposite_account_id int,
           credit_card_id int, credit_card_invoice_id int, paid_credit_card_id int, paid_credit_card_invoice_id int)
     where space.space_id = ${spaceId}
    returning id`);
  const ids = booked.map(({ id }) => id).sort((one, other) => one - other);
  await db.run(sql`select ${trusted(ADD_SUMS.name)}(${spaceId}, 1, ${ids}::bigint[])`);
  await db.run(sql`update spaces set version = version + 1 where space_id = ${spaceId}`);
  return ids;
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

/** A series without rows, on the default account; its id. It is as if all of many years were deleted, so that none is missing. */
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
    insert into series (space_id, id, kind, periodicity, total_installments, total_cents, anchor_date, anchor_occurrence, last_occurrence,
                        account_id, category_id, description, amount_cents, tags, created_at, updated_at)
    select space_id, nextval('series_id_seq'), ${kind}, 'monthly', 1, ${totalCents ?? null}, '2026-01-15', 1, 300, coalesce(${accountId ?? null}, default_account_id),
           coalesce(${categoryId ?? null}, default_expenses_category_id), 'series', -100, '{}', created_at, created_at
      from spaces
     where space_id = ${spaceId}
    returning id`);
  return id;
}

/** Fails with the rows that are wrong, by what is wrong with them. */
export async function assertSumsAreRight(db: Db, spaceId: number): Promise<void> {
  // The same for every database of the tests, and slow to find.
  references ??= listReferences(db);
  assert.deepEqual(await checkBooks(db, spaceId, await references), []);
}

let references: Promise<Reference[]> | undefined;
