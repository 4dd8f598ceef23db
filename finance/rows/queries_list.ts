// Reads rows of `transactions` as answers show them: one, or those of a period.
import type { Db } from "../../kernel/sql/database.ts";
import { type Sql, sql, trusted } from "../../kernel/sql/sql.ts";
import type { InvoiceSums } from "../billing/balance.ts";
import type { StoredRow } from "../tables/tables.ts";
import { storedColumns } from "./queries.ts";
import { matching, missingNames, type NamedByFilter, type RowFilter } from "./queries_filter.ts";
import type { TransactionRow } from "./row.ts";
import { showRows } from "./transaction_row.ts";

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

/** Which page of the rows, and in which order. */
export interface RowList extends RowFilter {
  order: "asc" | "desc";
  most: number;
  /** Rows to pass over; the answer then says how many there are in all. */
  after?: number | undefined;
}

export interface ListedRows {
  rows: TransactionRow[];
  /** Fixed series have no rows after this day yet. */
  extendedThrough: string;
  /** What the filter names and the space does not have. */
  missing: readonly NamedByFilter[];
  /** Of all pages; undefined where none was asked for. */
  total: number | undefined;
}

interface Header {
  extended_through: string;
  sums: CardSums[] | null;
  missing?: readonly NamedByFilter[];
  total?: number;
}

/**
 * In one round trip, with what tells whether the list is the whole truth. The sums of invoices come with the first row alone, and only
 * where one of the rows is a purchase on a card.
 */
export async function listRows(db: Db, filter: RowList): Promise<ListedRows> {
  const { spaceId } = filter;
  const order = trusted(filter.order);
  const sums = paidSumsOf(spaceId, sql`(select chosen.credit_card_id from chosen where chosen.credit_card_id is not null)`);
  const listed = await db.many<Header & (StoredRow | { id: null })>(sql`
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
  const { extended_through: extendedThrough, missing = [], total } = listed[0] as Header;
  const stored = listed.filter((row) => row.id !== null) as StoredRow[];
  const rows = showRows(stored, listed.find(({ sums }) => sums)?.sums ?? []);
  return { rows, extendedThrough, missing, total };
}

/** They come with every row, so only those that somebody needs. */
function headerColumns(filter: RowList): Sql {
  const missing = missingNames(filter);
  const columns = missing ? sql`extended_through, ${missing} as missing` : sql`extended_through`;
  if (filter.after === undefined) return columns;
  return sql`${columns}, (select count(*) from ${matching(filter)} as matching) as total`;
}
