// Reads rows of `transactions` as answers show them: one, or those of a period.
import type { Db } from "../../kernel/sql/database.ts";
import { type Sql, sql, trusted } from "../../kernel/sql/sql.ts";
import type { InvoiceSums } from "../billing/balance.ts";
import { storedColumns } from "./queries.ts";
import { unseen } from "./queries_days.ts";
import type { TransactionRow } from "./row.ts";
import { showRows } from "./shown_row.ts";
import type { StoredRow } from "./stored_row.ts";

export type CardSums = InvoiceSums & { credit_card_id: number };

export async function findRow(db: Db, spaceId: number, id: number): Promise<TransactionRow | undefined> {
  const row = await db.maybeOne<StoredRow & { sums: CardSums[] | null }>(sql`
    select ${storedColumns}, ${paidSumsOf(spaceId, sql`(transactions.credit_card_id)`)} as sums
      from transactions
     where space_id = ${spaceId} and id = ${id}`);
  return row && showRows([row], row.sums ?? [])[0];
}

/** Those of them that are there, in no order. */
export async function listRowsById(db: Db, spaceId: number, ids: readonly number[]): Promise<TransactionRow[]> {
  const rows = await db.many<StoredRow>(sql`
    select ${storedColumns} from transactions where space_id = ${spaceId} and id = any(${ids}::bigint[])`);
  const cards = [...new Set(rows.map(({ credit_card_id: id }) => id).filter((id) => id !== null))];
  const sums =
    cards.length === 0
      ? []
      : await db.many<CardSums>(sql`
          select credit_card_id, invoice, amount_cents, payment_cents, payments from card_invoices
           where space_id = ${spaceId} and credit_card_id = any(${cards}::int[]) and payments > 0`);
  return showRows(rows, sums);
}

/** An expression: the sums of these cards' invoices that have payments, which tell the purchases that are paid. `cards`: a list of ids. */
function paidSumsOf(spaceId: number, cards: Sql): Sql {
  return sql`(
    select jsonb_agg(jsonb_build_object('credit_card_id', credit_card_id, 'invoice', invoice, 'amount_cents', amount_cents,
                                        'payment_cents', payment_cents, 'payments', payments))
      from card_invoices
     where card_invoices.space_id = ${spaceId} and card_invoices.credit_card_id in ${cards} and payments > 0)`;
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
  sums: CardSums[] | null;
  has_account?: boolean;
  has_credit_card?: boolean;
  has_category?: boolean;
  total?: number;
}

/**
 * In one round trip, with what tells whether the list is the whole truth. The sums of invoices come with the first row alone, and only
 * where one of the rows is a purchase on a card.
 */
export async function listRows(db: Db, filter: RowFilter): Promise<ListedRows> {
  const { spaceId } = filter;
  const order = trusted(filter.order);
  const sums = paidSumsOf(spaceId, sql`(select chosen.credit_card_id from chosen where chosen.credit_card_id is not null)`);
  const found = await db.many<Header & (StoredRow | { id: null })>(sql`
    with chosen as materialized (
           select *
             from ${matching(filter)} as matching
            order by date ${order}, id ${order}
            limit ${filter.most} offset ${filter.after ?? 0})
    select ${headerColumns(filter)}, case when listed.id = (select chosen.id from chosen limit 1) then ${sums} end as sums, listed.*
      from spaces
      left join (select ${storedColumns} from chosen) as listed on true
     where spaces.space_id = ${spaceId}
     order by listed.date ${order}, listed.id ${order}`);
  const {
    extended_through: extendedThrough,
    has_account: hasAccount = true,
    has_credit_card: hasCreditCard = true,
    has_category: hasCategory = true,
    total,
  } = found[0] as Header;
  const stored = found.filter((row) => row.id !== null) as StoredRow[];
  const rows = showRows(stored, found.find(({ sums }) => sums)?.sums ?? []);
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
