// A row of `transactions` as the database keeps it.
import { absentValues } from "../tables/table.ts";
import type { StoredRow } from "../tables/tables.ts";
import { transactions } from "../tables/transactions.ts";

/** It only moves money, which is neither earned nor spent: legs of transfers and payments of invoices. */
export function isNeutral(row: Pick<StoredRow, "oposite_transaction_id" | "paid_credit_card_id">): boolean {
  return row.oposite_transaction_id !== null || row.paid_credit_card_id !== null;
}

/** What a plain new row has where nobody says otherwise. */
export const PLAIN_ROW = absentValues(transactions);
