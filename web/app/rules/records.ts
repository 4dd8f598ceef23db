// What finance answers, as far as the app reads it.

export interface Transaction {
  id: number;
  description: string;
  date: string;
  paid: boolean;
  amount_cents: number;
  total_installments: number;
  installment: number;
  recurring: boolean;
  account_id: number;
  category_id: number;
  notes: string | null;
  credit_card_id: number | null;
  credit_card_invoice_id: number | null;
  paid_credit_card_id: number | null;
  paid_credit_card_invoice_id: number | null;
  oposite_transaction_id: number | null;
  oposite_account_id: number | null;
  recurrence_id: number | null;
  tags: { name: string }[];
}

export interface Account {
  id: number;
  name: string;
  archived: boolean;
  default: boolean;
  type: string;
  opening_balance_cents: number;
}

export interface Card {
  id: number;
  name: string;
  archived: boolean;
  default: boolean;
  closing_day: number;
  due_day: number;
  limit_cents: number;
  payment_account_id: number | null;
  outstanding_cents: number;
  available_cents: number | null;
}

export interface Category {
  id: number;
  name: string;
  color: string;
  parent_id: number | null;
  archived: boolean;
  default: boolean;
  kind: string;
}

export type InvoiceStatus = "future" | "open" | "closed" | "overdue" | "paid" | "partial";

export interface Invoice {
  id: number;
  date: string;
  starting_date: string;
  closing_date: string;
  amount_cents: number;
  payment_amount_cents: number;
  balance_cents: number;
  previous_balance_cents: number;
  credit_card_id: number;
  status: InvoiceStatus;
}

export interface FullInvoice extends Invoice {
  transactions: Transaction[];
  payments: Transaction[];
}

export interface Explanation {
  lines: { rule: string; text: string; amount_cents: number; balance_cents: number }[];
}

/** Something that is known to come, as the forecast has it. */
export interface Expected {
  kind: "transaction" | "invoice" | "what_if";
  date: string;
  amount_cents: number;
  paid: boolean;
  description: string;
  account_id: number | null;
  transaction_id: number | null;
  credit_card_id: number | null;
  credit_card_invoice_id: number | null;
}

export interface ForecastSummary {
  balance_cents: number;
  final_balance_cents: number;
  lowest: { date: string; balance_cents: number };
  first_negative: { date: string; balance_cents: number } | null;
}

export interface Forecast extends ForecastSummary {
  days: { date: string; previous_balance_cents: number; balance_cents: number; rows: Expected[] }[];
}

export interface Budget {
  id: number;
  amount_cents: number;
  category_id: number;
  date: string;
  /** 0: what is spent shall stay below it; 1: what is earned shall reach it. */
  activity_type: 0 | 1;
  total: number;
  predicted_total: number;
}

/** Of a refused write: by field, what is wrong with it. */
export interface Refusal {
  status: number;
  /** The server's word for it, where it has one. */
  code?: string;
  message: string;
  errors: Record<string, string[]>;
  requestId: string;
  /** In how many seconds it may be tried again. */
  retryAfter?: number;
}
