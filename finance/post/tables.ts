// The tables of a space that posts write, as the database keeps their rows.
import type { Members } from "../roles/role.ts";
import type { StoredRow } from "../rows/stored_row.ts";
import type { StoredSeries } from "../series/stored_series.ts";

/** As the driver reads it, or as text. */
type Moment = Date | string;

/** Found before the space is known, and no post writes them. On a cluster they stay on the coordinator, where no machine that is away is in their way. */
export const COORDINATOR_TABLES = [
  "users",
  "api_tokens",
  "members",
  "invitations",
  "webhooks",
  "webhook_deliveries",
  "notices",
  "further_spaces",
];

export interface StoredSpace {
  space_id: number;
  time_zone: string;
  default_account_id: number | null;
  default_credit_card_id: number | null;
  default_expenses_category_id: number;
  default_earnings_category_id: number;
  transfers_category_id: number;
  payments_category_id: number;
  /** Every fixed series has its rows up to this day. */
  extended_through: string;
  turnover_cents: number;
  version: number;
  /** The roles of those whose own space it is not. */
  members: Members;
  /** Whether a post has to wake somebody. */
  has_webhooks: boolean;
}

export interface StoredAccount {
  id: number;
  name: string;
  description: string | null;
  type: string;
  archived: boolean;
  institution_id: string;
  institution_name: string | null;
  hide_balance: boolean;
  opening_cents: number;
  created_at: Moment;
  updated_at: Moment;
}

export interface StoredCategory {
  id: number;
  name: string;
  color: string;
  parent_id: number | null;
  kind: string;
  group_id: string;
  fixed: boolean;
  essential: boolean;
  archived: boolean;
  uuid: string;
  created_at: Moment;
  updated_at: Moment;
}

export interface StoredCard {
  id: number;
  name: string;
  description: string | null;
  card_network: string | null;
  limit_cents: number;
  archived: boolean;
  institution_id: string;
  institution_name: string | null;
  payment_account_id: number | null;
  created_at: Moment;
  updated_at: Moment;
}

export interface StoredCardDays {
  credit_card_id: number;
  from_invoice: number;
  closing_day: number;
  due_day: number;
}

export interface StoredBudget {
  id: number;
  category_id: number;
  date: string;
  activity_type: number;
  amount_cents: number;
}

/** One for each invoice that somebody has checked against the bank's bill. */
export interface StoredCheck {
  /** Made of card and invoice. */
  id: number;
  credit_card_id: number;
  invoice: number;
  transaction_ids: readonly number[];
  bill_cents: number | null;
  created_at: Moment;
  updated_at: Moment;
}

export interface StoredImport {
  id: number;
  /** Of account and card one is null; a card comes with the invoice that its purchases go to. */
  account_id: number | null;
  credit_card_id: number | null;
  invoice: number | null;
  state: "reading" | "preview" | "applied" | "undone";
  file_name: string | null;
  sha256: string;
  /** Which one of the file, from 1. */
  statement: number;
  lines: number;
  about: object;
  /** What applying it came to. */
  made: object | null;
  created_at: Moment;
  updated_at: Moment;
}

export interface StoredLink {
  id: number;
  import_id: number;
  /** The line's number within the import. */
  line: number;
  account_id: number | null;
  credit_card_id: number | null;
  content_key: string;
  fitid: string | null;
  day: string;
  amount_cents: number;
  part_k: number | null;
  part_n: number | null;
  /** As the bank wrote it. */
  description: string;
  /** That the import gave; the user may have changed it since. */
  category_id: number | null;
  transaction_id: number;
  /** Whether the import made the transaction, or found it there. */
  made: boolean;
}

export interface StoredRule {
  id: number;
  position: number;
  name: string;
  enabled: boolean;
  conditions: object;
  actions: object;
  created_at: Moment;
  updated_at: Moment;
}

export interface StoredMemory {
  id: number;
  merchant: string;
  is_income: boolean;
  category_id: number;
  hits: number;
  created_at: Moment;
  updated_at: Moment;
}

export interface StoredLayout {
  id: number;
  header_key: string;
  columns: object;
  created_at: Moment;
  updated_at: Moment;
}

export interface Tables {
  categories: StoredCategory;
  accounts: StoredAccount;
  credit_cards: StoredCard;
  card_days: StoredCardDays;
  series: StoredSeries;
  transactions: StoredRow;
  budgets: StoredBudget;
  invoice_checks: StoredCheck;
  imports: StoredImport;
  source_links: StoredLink;
  import_rules: StoredRule;
  category_memory: StoredMemory;
  import_layouts: StoredLayout;
}
export type TableName = keyof Tables;

/** Of each table: what an entry of the log calls a row, and the columns that are written. A test holds them to the schema. */
export const TABLES: { readonly [Name in TableName]: { entity: string; columns: readonly (keyof Tables[Name])[] } } = {
  categories: {
    entity: "category",
    columns: [
      ...(["id", "name", "color", "parent_id", "kind", "group_id", "fixed", "essential", "archived", "uuid"] as const),
      ...(["created_at", "updated_at"] as const),
    ],
  },
  accounts: {
    entity: "account",
    columns: [
      ...(["id", "name", "description", "type", "archived", "institution_id", "institution_name", "hide_balance"] as const),
      ...(["opening_cents", "created_at", "updated_at"] as const),
    ],
  },
  credit_cards: {
    entity: "credit_card",
    columns: [
      ...([
        "id",
        "name",
        "description",
        "card_network",
        "limit_cents",
        "archived",
        "institution_id",
        "institution_name",
      ] as const),
      ...(["payment_account_id", "created_at", "updated_at"] as const),
    ],
  },
  card_days: { entity: "card_days", columns: ["credit_card_id", "from_invoice", "closing_day", "due_day"] },
  series: {
    entity: "series",
    columns: [
      ...(["id", "kind", "periodicity", "total_installments", "total_cents", "anchor_date", "anchor_occurrence"] as const),
      ...(["last_occurrence", "ended", "account_id", "credit_card_id", "pinned_invoice", "category_id", "description"] as const),
      ...(["amount_cents", "notes", "tags", "created_at", "updated_at"] as const),
    ],
  },
  transactions: {
    entity: "transaction",
    columns: [
      ...(["id", "account_id", "credit_card_id", "credit_card_invoice_id", "invoice_pinned", "category_id"] as const),
      ...(["description", "date", "paid", "amount_cents", "notes", "tags", "series_id", "occurrence"] as const),
      ...(["total_installments", "recurring", "oposite_transaction_id", "oposite_account_id"] as const),
      ...(["paid_credit_card_id", "paid_credit_card_invoice_id", "created_at", "updated_at"] as const),
    ],
  },
  budgets: { entity: "budget", columns: ["id", "category_id", "date", "activity_type", "amount_cents"] },
  invoice_checks: {
    entity: "invoice_check",
    columns: ["id", "credit_card_id", "invoice", "transaction_ids", "bill_cents", "created_at", "updated_at"],
  },
  imports: {
    entity: "import",
    columns: [
      ...(["id", "account_id", "credit_card_id", "invoice", "state", "file_name", "sha256", "statement", "lines"] as const),
      ...(["about", "made", "created_at", "updated_at"] as const),
    ],
  },
  source_links: {
    entity: "source_link",
    columns: [
      ...(["id", "import_id", "line", "account_id", "credit_card_id", "content_key", "fitid", "day", "amount_cents"] as const),
      ...(["part_k", "part_n", "description", "category_id", "transaction_id", "made"] as const),
    ],
  },
  import_rules: {
    entity: "import_rule",
    columns: ["id", "position", "name", "enabled", "conditions", "actions", "created_at", "updated_at"],
  },
  category_memory: {
    entity: "category_memory",
    columns: ["id", "merchant", "is_income", "category_id", "hits", "created_at", "updated_at"],
  },
  import_layouts: { entity: "import_layout", columns: ["id", "header_key", "columns", "created_at", "updated_at"] },
};

/** What of the space itself a post may set. */
export const SPACE_COLUMNS = [
  ...(["default_account_id", "default_credit_card_id", "default_expenses_category_id", "default_earnings_category_id"] as const),
  ...(["transfers_category_id", "payments_category_id", "extended_through"] as const),
] as const satisfies readonly (keyof StoredSpace)[];
