// What each column of a file may hold, so that what is restored could have been written through the API. What columns and rows mean to each
// other is for row_rules.ts, and for the check of the books that follows.
import { isStorable } from "../../kernel/http/json.ts";
import { isDay } from "../calendar/day.ts";
import { LONGEST_DESCRIPTION } from "../credit_cards/card_fields.ts";
import { LONGEST_NAME } from "../fields/readers.ts";
import { LARGEST_ID, LONGEST_TAG, MOST_TAGS } from "../fields/schemas.ts";
import { MOST_RULES } from "../import_rules/rule.ts";
import { isActions, isConditions } from "../import_rules/rule_fields.ts";
import { isLayout, MOST_LAYOUTS } from "../imports/layouts.ts";
import { MOST_TICKED } from "../invoices/check.ts";
import { MOST_CENTS } from "../money/cents.ts";
import { TABLES, type TableName } from "../post/tables.ts";
import { LONGEST_NOTES } from "../transactions/new_transaction.ts";

type Check = (value: unknown) => boolean;

const integer =
  (least: number, most: number): Check =>
  (value) =>
    Number.isSafeInteger(value) && (value as number) >= least && (value as number) <= most;
const text =
  (most: number, least = 0): Check =>
  (value) =>
    typeof value === "string" && isStorable(value) && [...value].length <= most && value.trim().length >= least;
const oneOf =
  (...words: string[]): Check =>
  (value) =>
    words.includes(value as string);
const orNull =
  (check: Check): Check =>
  (value) =>
    value === null || check(value);
const flag: Check = (value) => typeof value === "boolean";
const cents = integer(-MOST_CENTS, MOST_CENTS);
const positiveCents = integer(0, MOST_CENTS);
const id = integer(1, LARGEST_ID);
const longId = integer(1, Number.MAX_SAFE_INTEGER);
const invoice = integer(-120, 1211);
const dayOfMonth = integer(1, 31);
const MOMENT = /^(19|20|21)\d\d-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,6})?(Z|[+-]\d\d:\d\d)$/;
const moment: Check = (value) => typeof value === "string" && MOMENT.test(value) && !Number.isNaN(Date.parse(value));
const tags: Check = (value) =>
  Array.isArray(value) && value.length <= MOST_TAGS && value.every(text(LONGEST_TAG, 1)) && new Set(value).size === value.length;

/** By name; a table may have another of the same name. */
const COLUMNS: Readonly<Record<string, Check>> = {
  ...{ id: longId, name: text(LONGEST_NAME, 1), description: text(LONGEST_NAME), notes: orNull(text(LONGEST_NOTES)), tags },
  ...{ color: (value) => typeof value === "string" && /^[0-9a-f]{6}$/.test(value), group_id: text(LONGEST_NAME) },
  ...{ uuid: (value) => typeof value === "string" && /^[0-9a-f]{40}$/.test(value), parent_id: orNull(id) },
  ...{
    fixed: flag,
    essential: flag,
    archived: flag,
    hide_balance: flag,
    paid: flag,
    recurring: flag,
    ended: flag,
    invoice_pinned: flag,
  },
  ...{
    institution_id: text(LONGEST_NAME),
    institution_name: orNull(text(LONGEST_NAME)),
    card_network: orNull(text(LONGEST_NAME)),
  },
  ...{ created_at: moment, updated_at: moment, date: isDay, anchor_date: isDay },
  ...{
    amount_cents: cents,
    opening_cents: cents,
    limit_cents: positiveCents,
    total_cents: orNull(integer(-480 * MOST_CENTS, 480 * MOST_CENTS)),
  },
  ...{
    account_id: orNull(id),
    credit_card_id: orNull(id),
    category_id: id,
    payment_account_id: orNull(id),
    series_id: orNull(longId),
  },
  ...{
    from_invoice: integer(-1200, 2400),
    closing_day: dayOfMonth,
    due_day: dayOfMonth,
    pinned_invoice: orNull(integer(-2400, 2400)),
  },
  ...{ credit_card_invoice_id: orNull(invoice), paid_credit_card_id: orNull(id), paid_credit_card_invoice_id: orNull(invoice) },
  ...{ oposite_transaction_id: orNull(longId), oposite_account_id: orNull(id), occurrence: orNull(integer(1, 1_000_000)) },
  ...{ total_installments: integer(1, 480), anchor_occurrence: integer(1, 1_000_000), last_occurrence: integer(0, 1_000_000) },
  periodicity: oneOf("daily", "weekly", "biweekly", "monthly", "bimonthly", "trimonthly", "sixmonthly", "yearly"),
  activity_type: integer(0, 1),
};

const OF_TABLES: Readonly<Partial<Record<TableName, Readonly<Record<string, Check>>>>> = {
  categories: { kind: oneOf("expenses", "earnings", "none") },
  accounts: { type: oneOf("checking", "savings", "other"), description: orNull(text(LONGEST_DESCRIPTION)) },
  credit_cards: { description: orNull(text(LONGEST_DESCRIPTION)) },
  budgets: { amount_cents: positiveCents },
  series: { kind: oneOf("fixed", "installments") },
  invoice_checks: {
    credit_card_id: id,
    invoice,
    bill_cents: orNull(cents),
    transaction_ids: (value) => Array.isArray(value) && value.length <= MOST_TICKED && value.every(longId),
  },
  import_rules: { position: integer(1, 1_000_000), enabled: flag, conditions: isConditions, actions: isActions },
  category_memory: { merchant: text(200, 1), is_income: flag, hits: integer(1, 1_000_000) },
  import_layouts: { header_key: (value) => typeof value === "string" && /^[0-9a-f]{32}$/.test(value), columns: isLayout },
};

/** As many as a space may have of them, so that each import goes through no more. */
export const MOST_OF_TABLES: Readonly<Partial<Record<TableName, number>>> = {
  import_rules: MOST_RULES,
  import_layouts: MOST_LAYOUTS,
};

/** Kinds of records that are in files and not restored from them, and why. */
export const NOT_RESTORED: Readonly<Record<string, string>> = {
  imports: "what was imported is there, but files that were read before are read as new",
  source_links: "they belong to imports",
};

export type Row = Record<string, unknown>;

/** The rule of a column; undefined where it has none, which a test does not allow. */
export function checkOf(table: TableName, column: string): Check | undefined {
  return OF_TABLES[table]?.[column] ?? COLUMNS[column];
}

/** The columns of a row and nothing else, or the name of one that is wrong. */
export function readRow(table: TableName, value: unknown): Row | string {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return "id";
  const given = value as Row;
  const columns = TABLES[table].columns as readonly string[];
  const wrong = columns.find((column) => !Object.hasOwn(given, column) || !checkOf(table, column)?.(given[column]));
  return wrong ?? Object.fromEntries(columns.map((column) => [column, given[column]]));
}
