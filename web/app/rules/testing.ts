// Test support: a row as finance replies it.
import type { Transaction } from "./records.ts";

export const ROW: Transaction = {
  id: 1,
  description: "Pão de açúcar",
  date: "2026-11-16",
  paid: true,
  amount_cents: -100,
  total_installments: 1,
  installment: 1,
  recurring: false,
  account_id: 1,
  category_id: 1,
  notes: null,
  credit_card_id: null,
  credit_card_invoice_id: null,
  paid_credit_card_id: null,
  paid_credit_card_invoice_id: null,
  oposite_transaction_id: null,
  oposite_account_id: null,
  recurrence_id: null,
  created_at: "2026-11-16T12:00:00Z",
  created_by_id: 1,
  tags: [],
};
