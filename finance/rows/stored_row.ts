// A row of `transactions` as the database keeps it.

export interface StoredRow {
  id: number;
  /** Of account and card one is null. */
  account_id: number | null;
  credit_card_id: number | null;
  credit_card_invoice_id: number | null;
  /** The client named the invoice; else it is the one whose period holds the date. */
  invoice_pinned: boolean;
  category_id: number;
  description: string;
  date: string;
  /** A purchase on a card counts as spent at once; whether its invoice is paid is computed when it is read. */
  paid: boolean;
  amount_cents: number;
  notes: string | null;
  tags: readonly string[];
  series_id: number | null;
  occurrence: number | null;
  total_installments: number;
  recurring: boolean;
  oposite_transaction_id: number | null;
  oposite_account_id: number | null;
  paid_credit_card_id: number | null;
  paid_credit_card_invoice_id: number | null;
  created_at: string;
  updated_at: string;
}

/** It only moves money, which is neither earned nor spent: legs of transfers and payments of invoices. */
export function isNeutral(row: Pick<StoredRow, "oposite_transaction_id" | "paid_credit_card_id">): boolean {
  return row.oposite_transaction_id !== null || row.paid_credit_card_id !== null;
}

/** What a plain new row has where nobody says otherwise. */
export const PLAIN_ROW = {
  credit_card_id: null,
  credit_card_invoice_id: null,
  invoice_pinned: false,
  series_id: null,
  occurrence: null,
  total_installments: 1,
  recurring: false,
  oposite_transaction_id: null,
  oposite_account_id: null,
  paid_credit_card_id: null,
  paid_credit_card_invoice_id: null,
} as const;
