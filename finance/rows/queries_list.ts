// Reads rows of `transactions` as answers show them: one, or those of a period.
import type { Db } from "../../kernel/sql/database.ts";
import { type Sql, sql, trusted } from "../../kernel/sql/sql.ts";
import { invoicesNear } from "../billing/cycle.ts";
import type { StoredRow } from "../tables/tables.ts";
import { storedColumns } from "./queries.ts";
import { listPaidSums, paidSumsOf, type SumsOfCard } from "./queries_cards.ts";
import { matching, missingNames, type NamedByFilter, type RowFilter } from "./queries_filter.ts";
import type { TransactionRow } from "./row.ts";
import { showRows } from "./transaction_row.ts";

export async function findRow(db: Db, spaceId: number, id: number): Promise<TransactionRow | undefined> {
  const sums = paidSumsOf(spaceId, {
    cards: sql`array[transactions.credit_card_id]`,
    first: sql`transactions.credit_card_invoice_id`,
    last: sql`transactions.credit_card_invoice_id`,
  });
  const row = await db.maybeOne<StoredRow & { sums: SumsOfCard[] | null }>(sql`
    select ${storedColumns}, case when credit_card_id is not null then (select jsonb_agg(to_jsonb(sums)) from (${sums}) as sums) end as sums
      from transactions
     where space_id = ${spaceId} and id = ${id}`);
  return row && showRows([row], row.sums ?? [])[0];
}

/** Those of them that are there, in no order. */
export async function listRowsById(db: Db, spaceId: number, ids: readonly number[]): Promise<TransactionRow[]> {
  const rows = await db.many<StoredRow>(sql`
    select ${storedColumns} from transactions where space_id = ${spaceId} and id = any(${ids}::bigint[])`);
  const cards = [...new Set(rows.map(({ credit_card_id: id }) => id).filter((id) => id !== null))];
  const invoices = rows.map(({ credit_card_invoice_id: invoice }) => invoice).filter((invoice) => invoice !== null);
  const sums = cards.length === 0 ? [] : await listPaidSums(db, spaceId, cards, invoicesNear([], invoices));
  return showRows(rows, sums);
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
  sums: SumsOfCard[] | null;
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
  const sums = paidSumsOf(spaceId, {
    cards: sql`array(select distinct chosen.credit_card_id from chosen where chosen.credit_card_id is not null)`,
    first: sql`(select min(chosen.credit_card_invoice_id) from chosen)`,
    last: sql`(select max(chosen.credit_card_invoice_id) from chosen)`,
  });
  const listed = await db.many<Header & (StoredRow | { id: null })>(sql`
    with chosen as materialized (
           select *
             from ${matching(filter)} as matching
            order by date ${order}, id ${order}
            limit ${filter.most} offset ${filter.after ?? 0})
    select ${headerColumns(filter)}, case when listed.id = (select chosen.id from chosen limit 1)
                                         then (select jsonb_agg(to_jsonb(sums)) from (${sums}) as sums) end as sums, listed.*
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
