// A stored row as answers show it.
import { byInvoice, type InvoiceSums, isPaid, type SumsByInvoice } from "../billing/balance.ts";
import type { StoredRow } from "../tables/tables.ts";
import type { TransactionRow } from "./row.ts";

/** For rows of accounts, which are paid or not by themselves. */
export const NO_CARD: SumsByInvoice = new Map();

/** `paidSums`: of the card that it is on. A purchase is paid when its invoice is. An occurrence of a fixed series counts as the only one. */
export function showRow(row: StoredRow, paidSums: SumsByInvoice): TransactionRow {
  return {
    id: row.id,
    description: row.description,
    date: row.date,
    paid: row.credit_card_id === null ? row.paid : isPaid(paidSums, row.credit_card_invoice_id as number),
    amount_cents: row.amount_cents,
    total_installments: row.total_installments,
    installment: row.recurring ? 1 : (row.occurrence ?? 1),
    recurring: row.recurring,
    account_id: (row.account_id ?? row.credit_card_id) as number,
    credit_card_id: row.credit_card_id,
    credit_card_invoice_id: row.credit_card_invoice_id,
    paid_credit_card_id: row.paid_credit_card_id,
    paid_credit_card_invoice_id: row.paid_credit_card_invoice_id,
    category_id: row.category_id,
    parts: row.parts,
    refund_of_id: row.refund_of_id,
    split_from_id: row.split_from_id,
    notes: row.notes,
    tags: row.tags,
    series_id: row.series_id,
    oposite_transaction_id: row.oposite_transaction_id,
    oposite_account_id: row.oposite_account_id,
    attachments: row.attachments,
    created_at: row.created_at,
    created_by_id: row.created_by_id,
    updated_at: row.updated_at,
  };
}

/** Rows of any accounts and cards. `paidSums`: of the invoices of these cards that have payments. */
export function showRows(
  rows: readonly StoredRow[],
  paidSums: readonly (InvoiceSums & { credit_card_id: number })[],
): TransactionRow[] {
  const cards = Map.groupBy(paidSums, ({ credit_card_id: id }) => id);
  const sumsOf = new Map([...cards].map(([id, sums]) => [id, byInvoice(sums)]));
  return rows.map((row) => showRow(row, (row.credit_card_id !== null && sumsOf.get(row.credit_card_id)) || NO_CARD));
}
