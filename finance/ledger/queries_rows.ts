// Reads rows of `transactions`: one, or those of a period.
import type { Db } from "../../kernel/sql/database.ts";
import { type Sql, sql, trusted } from "../../kernel/sql/sql.ts";
import type { TransactionRow } from "./row.ts";

/** The columns of a TransactionRow. An occurrence of a fixed series counts as the only one of its kind. */
export const rowColumns: Sql = sql`
  id, description, date, paid, amount_cents, total_installments,
  case when recurring then 1 else coalesce(occurrence, 1) end as installment, recurring, account_id, category_id, notes,
  to_jsonb(tags) as tags, series_id, oposite_transaction_id, oposite_account_id, created_at::text, updated_at::text`;

export function findRow(db: Db, spaceId: number, id: number): Promise<TransactionRow | undefined> {
  return db.maybeOne<TransactionRow>(sql`select ${rowColumns} from transactions where space_id = ${spaceId} and id = ${id}`);
}

export interface RowFilter {
  spaceId: number;
  /** Both belong to the period. */
  start: string;
  end: string;
  order: "asc" | "desc";
  accountId?: number | undefined;
  categoryId?: number | undefined;
  /** The legs of transfers and nothing else. */
  onlyTransfers?: boolean;
  most: number;
  /** Rows to pass over; the answer then says how many there are in all. */
  after?: number | undefined;
}

export interface ListedRows {
  rows: TransactionRow[];
  /** Fixed series have no rows after this day yet. */
  extendedThrough: string;
  /** False where the filter names an account or a category that the space does not have. */
  hasAccount: boolean;
  hasCategory: boolean;
  /** Of all pages; undefined where none was asked for. */
  total: number | undefined;
}

interface Header {
  extended_through: string;
  has_account?: boolean;
  has_category?: boolean;
  total?: number;
}

/** In one round trip, with what tells whether the list is the whole truth. */
export async function listRows(db: Db, filter: RowFilter): Promise<ListedRows> {
  const order = trusted(filter.order);
  const found = await db.many<Header & (TransactionRow | { id: null })>(sql`
    select ${headerColumns(filter)}, listed.*
      from spaces
      left join lateral (
           select ${rowColumns}
             from transactions
            where ${matches(filter)}
            order by date ${order}, id ${order}
            limit ${filter.most} offset ${filter.after ?? 0}) as listed on true
     where spaces.space_id = ${filter.spaceId}
     order by listed.date ${order}, listed.id ${order}`);
  const {
    extended_through: extendedThrough,
    has_account: hasAccount = true,
    has_category: hasCategory = true,
    total,
  } = found[0] as Header;
  return { rows: found.filter((row) => row.id !== null) as TransactionRow[], extendedThrough, hasAccount, hasCategory, total };
}

/** They come with every row, so only those that somebody needs. */
function headerColumns(filter: RowFilter): Sql {
  const { spaceId, accountId, categoryId, after } = filter;
  const isThere = (table: string, id: number) =>
    sql`exists (select from ${trusted(table)} where space_id = ${spaceId} and id = ${id})`;
  let columns = sql`extended_through`;
  if (accountId !== undefined) columns = sql`${columns}, ${isThere("accounts", accountId)} as has_account`;
  if (categoryId !== undefined) columns = sql`${columns}, ${isThere("categories", categoryId)} as has_category`;
  if (after === undefined) return columns;
  return sql`${columns}, (select count(*) from transactions where ${matches(filter)}) as total`;
}

/** Built from what is asked for, so that each filter finds its index. */
function matches({ spaceId, start, end, accountId, categoryId, onlyTransfers }: RowFilter): Sql {
  let condition = sql`space_id = ${spaceId} and date between ${start} and ${end}`;
  if (accountId !== undefined) condition = sql`${condition} and account_id = ${accountId}`;
  if (categoryId !== undefined) condition = sql`${condition} and category_id = ${categoryId}`;
  return onlyTransfers ? sql`${condition} and oposite_transaction_id is not null` : condition;
}
