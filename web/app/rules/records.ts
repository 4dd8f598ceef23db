// Records of finance, as far as the app reads them.

/** What a transaction is split into; they sum to its amount. */
export interface Part {
  category_id: number;
  amount_cents: number;
  description: string | null;
  tags: { name: string }[];
}

/** A part as it is sent: with an account in place of a category it is a transfer, and becomes rows of its own. */
export type RequestedPart = Part | (Omit<Part, "category_id"> & { account_id: number });

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
  created_at: string;
  /** The user who wrote it; null where that is not known, and absent in replies that an earlier version has stored. */
  created_by_id?: number | null;
  tags: { name: string }[];
  /** Its receipts; absent in replies that an earlier version has stored. */
  attachments_count?: number;
  /** Of a split one alone; its category is that of the largest. */
  parts?: Part[];
  /** Of a refund alone: the purchase, which may be deleted by now. */
  refund_of_id?: number;
  /** Of the reply that books a refund which gives back too much. */
  warnings?: readonly object[];
  /** Of a leg of a transfer that was split from a transaction: that one. */
  split_from_id?: number;
}

export interface Account {
  id: number;
  name: string;
  archived: boolean;
  default: boolean;
  type: string;
  opening_balance_cents: number;
  /** Left out of the general balance. */
  hide_balance: boolean;
  /** By goals. Absent in replies that an earlier version has stored. */
  reserved_cents?: number;
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
  /** The name of one of the icons that finance knows. */
  icon: string;
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

/** A future entry of the forecast. */
export interface ExpectedEntry {
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
  days: { date: string; previous_balance_cents: number; balance_cents: number; rows: ExpectedEntry[] }[];
  /** Of all accounts together. */
  goals?: ForecastGoals;
}

export interface ForecastGoals {
  reserved_cents: number;
  available_cents: number;
  final_available_cents: number;
  lowest_available: { date: string; available_cents: number };
  planned: { date: string; goal_id: number; name: string; amount_cents: number }[];
  days: { date: string; available_cents: number }[];
}

export interface Budget {
  id: number;
  amount_cents: number;
  category_id: number;
  date: string;
  /** 0: a spending limit; 1: an income goal. */
  activity_type: 0 | 1;
  total: number;
  predicted_total: number;
  /** Only where something is passed on, filled up or received. */
  carry?: Carry;
  carry_cap_cents?: number | null;
  refill?: boolean;
  carried_cents?: number;
  available_cents?: number;
  left_cents?: number;
}

/** What of its rest a budget passes to the next month. */
export type Carry = "none" | "surplus" | "both";

/** A refused request: its problems by field. */
export interface Refusal {
  status: number;
  /** The server's error code, if it has one. */
  code?: string;
  message: string;
  errors: Record<string, string[]>;
  requestId: string;
  /** Seconds until it may be retried. */
  retryAfter?: number;
  /** The page that explains it. */
  help?: string;
  /** Other fields of the reply. */
  details?: Record<string, unknown>;
}

export type Verdict = "new" | "known" | "deleted" | "match" | "transfer" | "payment" | "part" | "planned" | "ignored" | "error";

export interface Import {
  id: number;
  state: "reading" | "preview" | "applied" | "undone";
  account_id: number | null;
  credit_card_id: number | null;
  invoice: number | null;
  file_name: string | null;
  lines: number;
  counts: Partial<Record<Verdict, number>>;
  undecided: number;
  progress: { done: number; total: number };
  made: { version: number; created: number; matched: number; known: number; skipped: number } | null;
  about: {
    bank: string | null;
    period_start: string | null;
    period_end: string | null;
    opening_cents: number | null;
    closing_cents: number | null;
    difference_cents: number | null;
    problems: string[];
    question: ColumnQuestion | null;
  };
  created_at: string;
}

export interface ColumnQuestion {
  header: string[];
  sample: string[][];
  guess: Columns | null;
}

/** The role of each column of a table, from 0. */
export interface Columns {
  day: number;
  description: number[];
  amount?: number;
  credit?: number;
  debit?: number;
  letter?: number;
  balance?: number;
  category?: number;
  document?: number;
  part?: number;
  isInverted?: boolean;
  dayOrder?: "dmy" | "mdy" | "ymd";
  decimal?: "," | ".";
  separator?: string;
  encoding?: string;
  headerRow?: number;
}

export type Action = "accept" | "new" | "skip" | "match" | "pay";

/** The user's decision about a line. */
export interface Decision {
  action?: Action;
  transaction_id?: number;
  credit_card_id?: number;
  invoice?: number;
  category_id?: number;
  description?: string;
  notes?: string | null;
  tags?: string[];
  income?: boolean;
}

/** The invoice of a card, by its number. */
export interface InvoiceOfCard {
  credit_card_id: number;
  invoice: number;
}

/** A default value of a line's transaction, and where it comes from. */
export interface Fill {
  category_id: number;
  by: "rule" | "memory" | "bank" | "default";
  description: string | null;
  tags: string[] | null;
}

export interface ImportLine {
  n: number;
  line: number | null;
  raw: string;
  date: string | null;
  amount_cents: number | null;
  description: string | null;
  installment: number | null;
  total_installments: number | null;
  verdict: Verdict;
  reason: string;
  sure: boolean;
  target: {
    transaction_id: number | null;
    credit_card_id: number | null;
    invoice: number | null;
    options: InvoiceOfCard[] | null;
  } | null;
  fill: Fill | null;
  decision: Decision | null;
  transaction_id: number | null;
}

/** A rule for lines of files. Finance has more conditions and actions than the app edits. */
export interface ImportRule {
  id: number;
  /** From 1, in the order in which rules are tried. */
  position: number;
  name: string;
  enabled: boolean;
  conditions: { [name: string]: unknown; sign?: "expense" | "income" };
  actions: { category_id?: number; description?: string; tags?: string[]; ignore?: boolean; [name: string]: unknown };
}
