// Reads rows of `transactions`: one, or those of a period.
import type { Db } from "../../kernel/sql/database.ts";
import { type Sql, sql, trusted } from "../../kernel/sql/sql.ts";
import { unseen } from "./queries_days.ts";
import { isPaid, keptSums, movedSums, paidInvoices } from "./queries_invoice.ts";
import type { TransactionRow } from "./row.ts";

/**
 * Finds a row by its key, which another select has as `old_space_id` and `old_id`. With the space as a plain constant, a server whose
 * statistics do not know it yet takes it for empty, and reads all of it for every key. As it is here the constant only checks.
 */
export function isOldRow(spaceId: number): Sql {
  return sql`space_id = old_space_id and id = old_id and (space_id = ${spaceId}) is true`;
}

/** An occurrence of a fixed series counts as the only one of its kind. */
const columnsBut = (paid: Sql): Sql => sql`
  id, description, date, ${paid} as paid, amount_cents, total_installments,
  case when recurring then 1 else coalesce(occurrence, 1) end as installment, recurring,
  coalesce(account_id, credit_card_id) as account_id, credit_card_id, credit_card_invoice_id, paid_credit_card_id,
  paid_credit_card_invoice_id, category_id, notes, to_jsonb(tags) as tags, series_id, oposite_transaction_id, oposite_account_id,
  created_at::text, updated_at::text`;

/** The columns of a TransactionRow, where no row is a purchase on a card: those are stored as paid, whatever is so of their invoice. */
export const rowColumns: Sql = columnsBut(sql`paid`);

/** The same for any row. From `new_rows`, as it is after a write that keeps the totals. */
export function anyRowColumns(spaceId: number, from: "transactions" | "old_rows" | "new_rows"): Sql {
  const card = trusted(`${from}.credit_card_id`);
  const sums = from === "new_rows" ? movedSums(spaceId, card) : keptSums(spaceId, card);
  return columnsBut(sql`
    case when credit_card_id is null then paid else ${isPaid(sums, trusted(`${from}.credit_card_invoice_id`))} end`);
}

export function findRow(db: Db, spaceId: number, id: number): Promise<TransactionRow | undefined> {
  return db.maybeOne<TransactionRow>(sql`
    select ${anyRowColumns(spaceId, "transactions")} from transactions where space_id = ${spaceId} and id = ${id}`);
}

export interface RowFilter {
  spaceId: number;
  /** Both belong to the period. */
  start: string;
  end: string;
  order: "asc" | "desc";
  /** Of an account, or of a card: in answers both stand in `account_id`. */
  accountId?: number | undefined;
  creditCardId?: number | undefined;
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
  /** False where the filter names an account, a card or a category that the space does not have. */
  hasAccount: boolean;
  hasCreditCard: boolean;
  hasCategory: boolean;
  /** Of all pages; undefined where none was asked for. */
  total: number | undefined;
}

interface Header {
  extended_through: string;
  has_account?: boolean;
  has_credit_card?: boolean;
  has_category?: boolean;
  total?: number;
}

/**
 * In one round trip, with what tells whether the list is the whole truth. Which invoices are paid is found once for all rows, and not at
 * all where none of them is a purchase on a card.
 */
export async function listRows(db: Db, filter: RowFilter): Promise<ListedRows> {
  const { spaceId } = filter;
  const order = trusted(filter.order);
  const settled = paidInvoices(spaceId, sql`(select chosen.credit_card_id from chosen)`);
  const found = await db.many<Header & (TransactionRow | { id: null })>(sql`
    with chosen as materialized (
           select *
             from ${matching(filter)} as matching
            order by date ${order}, id ${order}
            limit ${filter.most} offset ${filter.after ?? 0})
    select ${headerColumns(filter)}, listed.*
      from spaces
      left join (
           select ${columnsBut(sql`
                    case when credit_card_id is null then paid else (credit_card_id, credit_card_invoice_id) in ${settled} end`)}
             from chosen) as listed on true
     where spaces.space_id = ${spaceId}
     order by listed.date ${order}, listed.id ${order}`);
  const {
    extended_through: extendedThrough,
    has_account: hasAccount = true,
    has_credit_card: hasCreditCard = true,
    has_category: hasCategory = true,
    total,
  } = found[0] as Header;
  const rows = found.filter((row) => row.id !== null) as TransactionRow[];
  return { rows, extendedThrough, hasAccount, hasCreditCard, hasCategory, total };
}

/** They come with every row, so only those that somebody needs. */
function headerColumns(filter: RowFilter): Sql {
  const { spaceId, accountId, creditCardId, categoryId, after } = filter;
  const isThere = (table: string, id: number) =>
    sql`exists (select from ${trusted(table)} where space_id = ${spaceId} and id = ${id})`;
  let columns = sql`extended_through`;
  if (accountId !== undefined) {
    const isCard = filter.onlyTransfers ? sql`` : sql`or ${isThere("credit_cards", accountId)}`;
    columns = sql`${columns}, (${isThere("accounts", accountId)} ${isCard}) as has_account`;
  }
  if (creditCardId !== undefined) columns = sql`${columns}, ${isThere("credit_cards", creditCardId)} as has_credit_card`;
  if (categoryId !== undefined) columns = sql`${columns}, ${isThere("categories", categoryId)} as has_category`;
  if (after === undefined) return columns;
  return sql`${columns}, (select count(*) from ${matching(filter)} as matching) as total`;
}

/** A subquery, built from what is asked for, so that each filter finds its index. An id is an account's or a card's, never both. */
function matching(filter: RowFilter): Sql {
  const { spaceId, start, end, accountId, creditCardId, categoryId, onlyTransfers } = filter;
  let condition = sql`space_id = ${spaceId} and date between ${unseen(start)} and ${unseen(end)}`;
  if (creditCardId !== undefined) condition = sql`${condition} and credit_card_id = ${creditCardId}`;
  if (categoryId !== undefined) condition = sql`${condition} and category_id = ${categoryId}`;
  if (onlyTransfers) condition = sql`${condition} and oposite_transaction_id is not null`;
  const rows = sql`select * from transactions where ${condition}`;
  if (accountId === undefined) return sql`(${rows})`;
  const ofAccount = sql`${rows} and account_id = ${accountId}`;
  return onlyTransfers ? sql`(${ofAccount})` : sql`(${ofAccount} union all ${rows} and credit_card_id = ${accountId})`;
}
