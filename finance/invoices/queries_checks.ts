// The table `invoice_checks`: which rows of an invoice were found on the bank's bill.
import type { Db } from "../../kernel/sql/database.ts";
import { sql } from "../../kernel/sql/sql.ts";
import type { StoredCheck } from "../tables/tables.ts";
import type { CheckKey } from "./check_key.ts";

export interface CheckRow {
  credit_card_id: number;
  invoice: number;
  /** Null where nobody has checked it yet. */
  stored: StoredCheck | null;
  /** What was bought on the invoice. */
  amount_cents: number;
  /** Of the rows that are asked about: those that are on the invoice, and their sum. */
  ticked: number[];
  ticked_cents: number;
}

/** Of cards that the space has. Asked about are the rows that are ticked, unless others are named. */
export function listChecks(
  db: Db,
  spaceId: number,
  keys: readonly CheckKey[],
  rows: readonly number[] | null = null,
): Promise<CheckRow[]> {
  return db.many<CheckRow>(sql`
    select asked.credit_card_id, asked.invoice, to_jsonb(checks) - 'space_id' as stored, coalesce(sums.amount_cents, 0) as amount_cents,
           found.ticked, found.ticked_cents
      from unnest(${keys.map((key) => key.creditCardId)}::int[], ${keys.map((key) => key.invoice)}::int[],
                  ${keys.map((key) => key.id)}::bigint[]) as asked (credit_card_id, invoice, check_id)
      join credit_cards on credit_cards.space_id = ${spaceId} and credit_cards.id = asked.credit_card_id
      left join invoice_checks as checks on checks.space_id = ${spaceId} and checks.id = asked.check_id
      left join card_invoices as sums
        on sums.space_id = ${spaceId} and sums.credit_card_id = asked.credit_card_id and sums.invoice = asked.invoice
     cross join lateral (
           select coalesce(jsonb_agg(transactions.id order by transactions.id), '[]') as ticked,
                  coalesce(sum(transactions.amount_cents), 0)::bigint as ticked_cents
             from transactions
            where transactions.space_id = ${spaceId} and transactions.credit_card_id = asked.credit_card_id
              and transactions.credit_card_invoice_id = asked.invoice
              and transactions.id = any(coalesce(${rows}::bigint[], checks.transaction_ids))) as found`);
}
