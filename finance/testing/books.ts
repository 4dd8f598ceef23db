// Test support: all that an undo has to bring back, as text lines.
import type { Db } from "../../kernel/sql/database.ts";
import { type Sql, sql, trusted } from "../../kernel/sql/sql.ts";
import { spaceTables } from "./space_tables.ts";

/**
 * The log, and what requests leave behind; of an import the record says that it was undone. Files stay for a while, so that an undo
 * finds them. Users are not of the space's books.
 */
const NOT_COMPARED = [
  ...["attachment_chunks", "attachment_files"],
  ...["changes", "idempotency_keys", "imports", "source_links", "staged_changes", "users"],
];
/** Sums of nothing may be kept or not. */
const SUMS: Record<string, string> = {
  account_months:
    "paid_earnings, paid_expenses, paid_moved_in, paid_moved_out, unpaid_earnings, unpaid_expenses, unpaid_moved_in, unpaid_moved_out",
  account_years: "paid_cents, unpaid_cents",
  category_months: "paid_cents, unpaid_cents",
  card_invoices: "amount_cents, payment_cents, payments",
  tags: "uses",
};

/** Of each table its rows, in an order that depends on nothing but them. */
export async function openBooks(db: Db, spaceId: number): Promise<() => Promise<string[]>> {
  const tables = (await spaceTables(db)).filter((table) => !NOT_COMPARED.includes(table));
  const linesOf = (table: string): Sql => {
    const isSomething = SUMS[table] ? sql`and 0 <> any(array[${trusted(SUMS[table])}]::bigint[])` : sql``;
    return sql`
      select ${`${table}: `}::text || (to_jsonb(row) - 'version')::text as line
        from ${trusted(table)} as row where space_id = ${spaceId} ${isSomething}`;
  };
  const all = tables.map(linesOf).reduce((some, each) => sql`${some} union all ${each}`);
  return async () => {
    const rows = await db.many<{ line: string }>(all);
    return rows.map(({ line }) => line).sort();
  };
}
