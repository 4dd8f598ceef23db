// Which rows of a space a filter chooses. Each filter finds its index: conditions are put together of what is asked for.
import type { Db } from "../../kernel/sql/database.ts";
import { type Sql, sql, trusted } from "../../kernel/sql/sql.ts";
import { daysBetween } from "../calendar/day.ts";
import { unseen } from "./queries_days.ts";
import { isNotNeutral } from "./queries_neutral.ts";
import { paidInvoices } from "./queries_paid_invoices.ts";
import { isPartlyUnder } from "./queries_parts.ts";

export const ROW_KINDS = ["income", "expense", "transfer", "payment"] as const;
export type RowKind = (typeof ROW_KINDS)[number];

/** What is undefined does not matter. */
export interface RowFilter {
  spaceId: number;
  /** Both belong to the period. */
  start: string;
  end: string;
  /** Of an account, or of a card: in answers both stand in `account_id`. */
  accountId?: number | undefined;
  creditCardId?: number | undefined;
  categoryId?: number | undefined;
  seriesId?: number | undefined;
  /** Refunds of this row, and legs of transfers that were split from it. */
  linkedToId?: number | undefined;
  /** Each begins a word of the description or the notes. */
  words?: string | undefined;
  tag?: string | undefined;
  /** As answers show it: a purchase is paid when its invoice is. */
  paid?: boolean | undefined;
  kind?: RowKind | undefined;
  /** Of the amount without its sign. */
  minCents?: number | undefined;
  maxCents?: number | undefined;
  /** The legs of transfers and nothing else. */
  onlyTransfers?: boolean | undefined;
}

/** A subquery. */
export function matching(filter: RowFilter): Sql {
  const common = commonConditions(filter).reduce((all, each) => sql`${all} and ${each}`);
  const alternatives = accountConditions(filter).flatMap((condition) =>
    paidConditions(filter).map((paid) => sql`${condition} and ${paid}`),
  );
  const wholes = wholeConditions(filter);
  const ofParts = wholes.length === 0 ? [] : [partlyCondition(filter, wholes)];
  const branches = alternatives.flatMap((each) =>
    [joined(wholes), ...ofParts].map((which) => sql`select * from transactions where ${common} and ${which} and ${each}`),
  );
  return sql`(${branches.reduce((all, each) => sql`${all} union all ${each}`)})`;
}

function commonConditions(filter: RowFilter): Sql[] {
  const { spaceId, creditCardId, seriesId, linkedToId, kind, onlyTransfers } = filter;
  const conditions = [sql`space_id = ${spaceId}`, periodCondition(filter)];
  if (creditCardId !== undefined) conditions.push(sql`credit_card_id = ${creditCardId}`);
  if (seriesId !== undefined) conditions.push(sql`series_id = ${seriesId}`);
  if (linkedToId !== undefined) conditions.push(sql`id = any(array(${linkedTo(spaceId, linkedToId)}))`);
  if (kind !== undefined) conditions.push(KIND_CONDITIONS[kind]);
  if (onlyTransfers) conditions.push(sql`oposite_transaction_id is not null`);
  return [...conditions, ...amountConditions(filter)];
}

const linkedTo = (spaceId: number, id: number): Sql => sql`
  select id from transactions where space_id = ${spaceId} and refund_of_id = ${id}
   union all
  select id from transactions where space_id = ${spaceId} and split_from_id = ${id}`;

/** What a row says by itself, and a split one by its parts. */
function wholeConditions(filter: RowFilter): Sql[] {
  const { spaceId, categoryId, words, tag } = filter;
  const conditions: Sql[] = [];
  if (categoryId !== undefined) conditions.push(sql`category_id = ${categoryId}`);
  if (words !== undefined) conditions.push(searching(hasWords(ROW_TERMS, spaceId, words), filter));
  if (tag !== undefined) conditions.push(searching(hasTag(ROW_TERMS, sql`tags`, spaceId, tag), filter));
  return conditions;
}

/** A split row that says all of it only together with its parts. */
function partlyCondition(filter: RowFilter, wholes: readonly Sql[]): Sql {
  const { spaceId, categoryId, words, tag } = filter;
  const conditions = [sql`parts is not null`, sql`not (${joined(wholes)})`];
  if (categoryId !== undefined) conditions.push(sql`(category_id = ${categoryId} or (${isPartlyUnder(categoryId)}))`);
  if (words !== undefined) conditions.push(searching(hasWords(SPLIT_TERMS, spaceId, words), filter));
  if (tag !== undefined) conditions.push(searching(hasTag(SPLIT_TERMS, sql`(tags || parts_tags(parts))`, spaceId, tag), filter));
  return joined(conditions);
}

const joined = (conditions: readonly Sql[]): Sql =>
  conditions.length === 0 ? sql`true` : conditions.reduce((all, each) => sql`${all} and ${each}`);

const ROW_TERMS = sql`search_terms(space_id, description, notes, tags)`;
const SPLIT_TERMS = sql`search_terms(space_id, description || ' ' || parts_text(parts), notes, tags || parts_tags(parts))`;

const hasWords = (terms: Sql, spaceId: number, words: string): Sql =>
  sql`${terms} @@ (select search_query(${spaceId}, ${words}))`;

/** The index has a tag up to its first control character 1, which separates tags there. */
function hasTag(terms: Sql, tags: Sql, spaceId: number, tag: string): Sql {
  const [indexed = ""] = tag.split("\u0001");
  const term = `'${`${spaceId}#${indexed}`.replaceAll("\\", "\\\\").replaceAll("'", "''")}'`;
  return sql`${terms} @@ (select ${term}::text::tsquery) and ${tags} @> array[${tag}]`;
}

const KIND_CONDITIONS: Readonly<Record<RowKind, Sql>> = {
  income: sql`amount_cents > 0 and ${isNotNeutral}`,
  expense: sql`amount_cents < 0 and ${isNotNeutral}`,
  transfer: sql`oposite_transaction_id is not null`,
  payment: sql`paid_credit_card_id is not null`,
};

const SHORT_DAYS = 62;
const LONG_DAYS = 400;

/**
 * In a short period the index of words is the longer way: it has the rows of all years, and how many is not known when the statement is
 * planned. So an expression keeps it from being used.
 */
function searching(condition: Sql, { start, end }: RowFilter): Sql {
  return daysBetween(start, end) > SHORT_DAYS ? condition : sql`(${condition}) is true`;
}

/**
 * In a long period, words, amounts and unpaid rows have better indexes, so an expression keeps the index of dates from being used.
 */
function periodCondition({ start, end, words, tag, minCents, maxCents, paid, seriesId, linkedToId }: RowFilter): Sql {
  const names = words ?? tag ?? seriesId ?? linkedToId;
  const hasSearch = names !== undefined || paid === false;
  const hasOwnIndex = hasSearch || (minCents !== undefined && maxCents !== undefined);
  const isLong = daysBetween(start, end) > LONG_DAYS;
  const day = hasOwnIndex && isLong ? sql`(date + 0)` : sql`date`;
  return sql`${day} between ${unseen(start)} and ${unseen(end)}`;
}

/** Only where both ends are given is it worth looking into the index of amounts, which is one of `abs(amount_cents)`. */
function amountConditions({ minCents, maxCents }: RowFilter): Sql[] {
  if (minCents !== undefined && maxCents !== undefined)
    return [sql`abs(amount_cents) between (select ${minCents}::bigint) and (select ${maxCents}::bigint)`];
  if (minCents !== undefined) return [sql`amount_cents not between 1 - ${minCents}::bigint and ${minCents}::bigint - 1`];
  if (maxCents !== undefined) return [sql`amount_cents between - ${maxCents}::bigint and ${maxCents}::bigint`];
  return [];
}

/** An id is an account's or a card's, never both. */
function accountConditions({ accountId, onlyTransfers }: RowFilter): Sql[] {
  if (accountId === undefined) return [sql`true`];
  const ofAccount = sql`account_id = ${accountId}`;
  return onlyTransfers ? [ofAccount] : [ofAccount, sql`credit_card_id = ${accountId}`];
}

/** A row of a card is stored as paid, because it counts at once. */
function paidConditions({ spaceId, paid }: RowFilter): Sql[] {
  if (paid === undefined) return [sql`true`];
  const invoice = sql`(credit_card_id, credit_card_invoice_id)`;
  if (paid) return [sql`paid and (credit_card_id is null or ${invoice} in (${paidInvoices(spaceId)}))`];
  const unpaid = sql`
    select credit_card_id, invoice from card_invoices where space_id = ${spaceId} except ${paidInvoices(spaceId)}`;
  const numbers = sql`array(select distinct invoice from (${unpaid}) as unpaid)`;
  // The numbers find the index. The exact answer is no join, which could read the invoices again for each row, but looked up in a hash table.
  return [
    sql`not paid`,
    sql`credit_card_id is not null and credit_card_invoice_id = any(${numbers}) and (${invoice} in (${unpaid})) is true`,
  ];
}

/** The parameters that name records. */
export type NamedByFilter = "account_id" | "credit_card_id" | "category_id" | "recurrence_id" | "linked_to_id";

/** An expression: a list of the names whose records the space does not have. Undefined where nothing is named. */
export function missingNames(filter: RowFilter): Sql | undefined {
  const { spaceId, accountId, creditCardId, categoryId, seriesId, linkedToId } = filter;
  const isThere = (table: string, id: number) =>
    sql`exists (select from ${trusted(table)} where space_id = ${spaceId} and id = ${id})`;
  const checks: [name: NamedByFilter, isThere: Sql][] = [];
  if (accountId !== undefined) {
    const isCard = filter.onlyTransfers ? sql`` : sql`or ${isThere("credit_cards", accountId)}`;
    checks.push(["account_id", sql`(${isThere("accounts", accountId)} ${isCard})`]);
  }
  if (creditCardId !== undefined) checks.push(["credit_card_id", isThere("credit_cards", creditCardId)]);
  if (categoryId !== undefined) checks.push(["category_id", isThere("categories", categoryId)]);
  if (seriesId !== undefined) checks.push(["recurrence_id", isThere("series", seriesId)]);
  if (linkedToId !== undefined) checks.push(["linked_to_id", isThere("transactions", linkedToId)]);
  const names = checks.map(([name, condition]) => sql`case when not ${condition} then ${trusted(`'${name}'`)} end`);
  if (names.length === 0) return;
  return sql`to_jsonb(array_remove(array[${names.reduce((all, each) => sql`${all}, ${each}`)}], null))`;
}

/** Of the newest ones, at most so many, in the order of their ids. */
export async function listMatchingIds(db: Db, filter: RowFilter, most: number): Promise<number[]> {
  const rows = await db.many<{ id: number }>(sql`
    select id from (select id from ${matching(filter)} as matching order by date desc, id desc limit ${most}) as newest order by id`);
  return rows.map(({ id }) => id);
}

export async function findMissing(db: Db, filter: RowFilter): Promise<readonly NamedByFilter[]> {
  const missing = missingNames(filter);
  if (!missing) return [];
  const { names } = await db.one<{ names: NamedByFilter[] }>(sql`
    select ${missing} as names from spaces where space_id = ${filter.spaceId}`);
  return names;
}
