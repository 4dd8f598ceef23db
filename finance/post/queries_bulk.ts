// Rows of `transactions` by the thousand, in batches of ids.
import type { Db } from "../../kernel/sql/database.ts";
import { type Sql, sql, trusted } from "../../kernel/sql/sql.ts";
import { isPartlyUnder, partsWithReplaced } from "../rows/queries_parts.ts";
import { ADD_SUMS } from "./functions.ts";

const BATCH = 2_000;

/** Rows that name an account, a card or a category in a column. */
export interface NamingRows {
  column: "account_id" | "credit_card_id" | "category_id" | "oposite_account_id" | "paid_credit_card_id";
  id: number;
  /** Rows up to this day stay as they are. */
  after?: string;
}

/** Split rows with a part under a category, which goes. Another takes its place in the row and in its parts. */
export interface SplitRows {
  partsUnder: number;
}

export type RowSet = NamingRows | SplitRows;

function isOneOf(rows: RowSet): Sql {
  if ("partsUnder" in rows) return isPartlyUnder(rows.partsUnder);
  const isNaming = sql`${trusted(rows.column)} = ${rows.id}`;
  return rows.after === undefined ? isNaming : sql`${isNaming} and date > ${rows.after}::date`;
}

/** The last row of a batch: the next batch has older rows. */
export interface BatchCursor {
  date: string;
  id: number;
}

/**
 * Discards plans that were cached while the tables were small, also those of foreign key checks. Statistics may be old too, so
 * only index scans are allowed.
 */
export async function discardPlans(tx: Db): Promise<void> {
  await Promise.all([
    tx.run(sql`discard plans`),
    tx.run(sql`
      select set_config(name, 'off', true) from unnest(array['enable_seqscan', 'enable_bitmapscan', 'enable_sort']) as name`),
  ]);
}

export interface BatchRow extends BatchCursor {
  credit_card_invoice_id: number | null;
  invoice_pinned: boolean;
}

export function findBatch(tx: Db, spaceId: number, rows: RowSet, last: BatchCursor): Promise<BatchRow[]> {
  return tx.many<BatchRow>(sql`
    select date, id, credit_card_invoice_id, invoice_pinned
      from transactions
     where space_id = ${spaceId} and ${isOneOf(rows)} and (date, id) < (${last.date}::date, ${last.id}::bigint)
     order by date desc, id desc
     limit ${BATCH}`);
}

export async function addSums(tx: Db, spaceId: number, sign: 1 | -1, ids: readonly number[]): Promise<void> {
  await tx.run(sql`select ${trusted(ADD_SUMS.name)}(${spaceId}, ${sign}, ${ids}::bigint[])`);
}

export async function deleteBatch(tx: Db, spaceId: number, ids: readonly number[]): Promise<void> {
  await tx.run(sql`delete from transactions where space_id = ${spaceId} and id = any(${ids}::bigint[])`);
}

type Columns = Readonly<Record<string, number | null>>;

export async function updateBatch(tx: Db, { spaceId, at }: BulkAct, ids: readonly number[], set: Columns): Promise<void> {
  const columns = Object.entries(set).map(([name, value]) => sql`${trusted(name)} = ${value}`);
  const all = columns.reduce((list, each) => sql`${list}, ${each}`);
  await tx.run(sql`
    update transactions
       set ${all}, updated_at = greatest(${at}::timestamptz, updated_at)
     where space_id = ${spaceId} and id = any(${ids}::bigint[])`);
}

export interface Replacement {
  from: number;
  to: number;
}

const replacedCategory = ({ from, to }: Replacement): Sql =>
  sql`case when category_id = ${from} then ${to}::integer else category_id end`;

/** The largest part stays the largest, so the row's category is still that of it. */
export async function replaceCategory(tx: Db, { spaceId, at }: BulkAct, ids: readonly number[], by: Replacement): Promise<void> {
  await tx.run(sql`
    update transactions
       set category_id = ${replacedCategory(by)}, parts = ${partsWithReplaced(by.from, by.to)},
           updated_at = greatest(${at}::timestamptz, updated_at)
     where space_id = ${spaceId} and id = any(${ids}::bigint[])`);
}

export function logReplacement(tx: Db, act: BulkAct, ids: readonly number[], n: number, by: Replacement): Promise<number> {
  const after = sql`
    jsonb_build_object('category_id', ${replacedCategory(by)}, 'parts', ${partsWithReplaced(by.from, by.to)},
                       'updated_at', greatest(${act.at}::timestamptz, updated_at))`;
  const before = sql`jsonb_build_object('category_id', category_id, 'parts', parts, 'updated_at', updated_at)`;
  return log(tx, act, ids, n, { action: "update", before, after });
}

/** Rows, and the invoice that each goes to. */
interface RowsByInvoice {
  ids: readonly number[];
  invoices: readonly number[];
}

const movedTable = ({ ids, invoices }: RowsByInvoice): Sql =>
  sql`unnest(${ids}::bigint[], ${invoices}::int[]) as moved (moved_id, invoice)`;

export async function moveToInvoices(tx: Db, { spaceId, at }: BulkAct, moved: RowsByInvoice): Promise<void> {
  await tx.run(sql`
    update transactions
       set credit_card_invoice_id = moved.invoice, updated_at = greatest(${at}::timestamptz, updated_at)
      from ${movedTable(moved)}
     where space_id = ${spaceId} and id = moved.moved_id`);
}

export function logDeletion(tx: Db, act: BulkAct, ids: readonly number[], n: number): Promise<number> {
  return log(tx, act, ids, n, { action: "delete", before: sql`to_jsonb(transactions) - 'space_id'`, after: sql`null::jsonb` });
}

export function logUpdate(tx: Db, act: BulkAct, ids: readonly number[], n: number, set: Columns): Promise<number> {
  const names = Object.keys(set);
  const before = trusted(`jsonb_build_object(${[...names, "updated_at"].map((name) => `'${name}', ${name}`).join(", ")})`);
  const moment = sql`jsonb_build_object('updated_at', greatest(${act.at}::timestamptz, updated_at))`;
  return log(tx, act, ids, n, { action: "update", before, after: sql`${JSON.stringify(set)}::text::jsonb || ${moment}` });
}

export function logInvoices(tx: Db, act: BulkAct, moved: RowsByInvoice, n: number): Promise<number> {
  const entry: Entry = {
    action: "update",
    before: sql`jsonb_build_object('credit_card_invoice_id', credit_card_invoice_id, 'updated_at', updated_at)`,
    after: sql`jsonb_build_object('credit_card_invoice_id', moved.invoice, 'updated_at', greatest(${act.at}::timestamptz, updated_at))`,
    from: sql`transactions join ${movedTable(moved)} on moved_id = id`,
  };
  return log(tx, act, moved.ids, n, entry);
}

interface Entry {
  action: "update" | "delete";
  before: Sql;
  after: Sql;
  /** With what else the expressions need. */
  from?: Sql;
}

/** An entry for each row, as it is before the write. */
function log(tx: Db, act: BulkAct, ids: readonly number[], n: number, { action, before, after, from }: Entry): Promise<number> {
  const { spaceId, version, postId, userId, tokenId, requestId, at } = act;
  return tx.run(sql`
    insert into changes (space_id, version, n, post_id, at, user_id, token_id, request_id, action, entity, entity_id, before, after)
    select space_id, ${version}::bigint, ${n}::int + (row_number() over (order by date desc, id desc))::int - 1, ${postId}::uuid,
           ${at}::timestamptz, ${userId}::int, ${tokenId}::int, ${requestId}::text, ${action}, 'transaction', id, ${before}, ${after}
      from ${from ?? sql`transactions`}
     where space_id = ${spaceId} and id = any(${ids}::bigint[])`);
}

export interface BulkAct {
  spaceId: number;
  /** Of the post that all this belongs to. */
  version: number;
  postId: string;
  userId: number | null;
  tokenId: number | null;
  requestId: string | null;
  at: Date;
}
