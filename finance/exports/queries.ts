// Reads what is exported, page by page, along the keys of the tables.
import type { Db } from "../../kernel/sql/database.ts";
import { sql, trusted } from "../../kernel/sql/sql.ts";
import type { InvoiceSums } from "../billing/balance.ts";
import { storedColumns } from "../rows/queries.ts";
import { SPACE_COLUMNS } from "../tables/spaces.ts";
import { COLUMNS, keyOf, type StoredRow, type TableName } from "../tables/tables.ts";

/** Longer than the longest pause of a reader: who is to blame is for us to say. */
const IDLE_SECONDS = 60;
export const ROWS_A_PAGE = 500;

/** First in a transaction: all of it sees the same moment, and nothing is written. */
export async function beginExport(tx: Db): Promise<void> {
  await Promise.all([
    tx.run(sql`set transaction isolation level repeatable read, read only`),
    tx.run(trusted(`set local idle_in_transaction_session_timeout = '${IDLE_SECONDS}s'`)),
  ]);
}

export interface ExportedSpace {
  version: number;
  /** Of what may be set, as JSON. */
  line: string;
}

export function readSpace(tx: Db, spaceId: number): Promise<ExportedSpace> {
  return tx.one<ExportedSpace>(sql`
    select version, (select row_to_json(set)::text from (select time_zone, ${trusted(SPACE_COLUMNS.join(", "))}) as set) as line
      from spaces
     where space_id = ${spaceId}`);
}

/** Every row of a table as JSON, in the order of its key. */
export async function* readTable(tx: Db, spaceId: number, table: TableName): AsyncGenerator<string[]> {
  const key = keyOf(table);
  const columns = trusted(COLUMNS[table].join(", "));
  const names = trusted(key.join(", "));
  const isAfter = (last: readonly number[]) => {
    const values = last.map((value) => sql`${value}`).reduce((list, each) => sql`${list}, ${each}`);
    return key.length === 1 ? sql`and ${names} > ${values}` : sql`and (${names}) > (${values})`;
  };
  for (let last: number[] | undefined; ; ) {
    const page = await tx.many<Record<string, number> & { line: string }>(sql`
      select ${names}, row_to_json(listed)::text as line
        from (select ${columns} from ${trusted(table)}
               where space_id = ${spaceId} ${last ? isAfter(last) : sql``}
               order by ${names}
               limit ${ROWS_A_PAGE}) as listed`);
    if (page.length > 0) yield page.map(({ line }) => line);
    const end = page.at(-1);
    if (!end || page.length < ROWS_A_PAGE) return;
    last = key.map((name) => end[name] as number);
  }
}

export interface Named {
  id: number;
  name: string;
}

/** What rows refer to, by id. */
export function listNames(tx: Db, spaceId: number, table: "accounts" | "credit_cards"): Promise<Named[]> {
  return tx.many<Named>(sql`select id, name from ${trusted(table)} where space_id = ${spaceId}`);
}

export function listCategoryNames(tx: Db, spaceId: number): Promise<(Named & { parent_id: number | null })[]> {
  return tx.many(sql`select id, name, parent_id from categories where space_id = ${spaceId}`);
}

export type CardSums = InvoiceSums & { credit_card_id: number };

/** Of the invoices that have payments, which tell the purchases that are paid. */
export function listPaidSums(tx: Db, spaceId: number): Promise<CardSums[]> {
  return tx.many<CardSums>(sql`
    select credit_card_id, invoice, amount_cents, payment_cents, payments
      from card_invoices
     where space_id = ${spaceId} and payments > 0`);
}

export interface Days {
  start: string;
  end: string;
}

/** In the order of their index: any row would be looked for from the start of the table. */
export async function isAnySplit(tx: Db, spaceId: number, { start, end }: Days): Promise<boolean> {
  const row = await tx.maybeOne(sql`
    select 1 as split
      from transactions
     where space_id = ${spaceId} and parts is not null and date between ${start}::date and ${end}::date
     order by date desc, id desc
     limit 1`);
  return row !== undefined;
}

/** Rows of a period, the oldest first. */
export async function* readRows(tx: Db, spaceId: number, { start, end }: Days): AsyncGenerator<StoredRow[]> {
  for (let last = { date: start, id: 0 }; ; ) {
    const page = await tx.many<StoredRow>(sql`
      select ${storedColumns}
        from transactions
       where space_id = ${spaceId} and (date, id) > (${last.date}::date, ${last.id}::bigint) and date <= ${end}::date
       order by date, id
       limit ${ROWS_A_PAGE}`);
    const next = page.at(-1);
    if (next) yield page;
    if (!next || page.length < ROWS_A_PAGE) return;
    last = next;
  }
}
