// Turns rows before and rows after into a post: rows to put, keys to delete, differences of sums, and log entries.
import { type Differences, differencesOf } from "../sums/differences.ts";
import type { SpaceMonthDifferences } from "../sums/space_month_differences.ts";
import { SPACE_COLUMNS } from "../tables/spaces.ts";
import { COLUMNS, keyOf, keyText, TABLE_NAMES, TABLES, type TableName, type Tables } from "../tables/tables.ts";
import { type PostedSpaceMonths, spaceMonthsPart } from "./space_months.ts";
import type { StoredSpace } from "./stored_space.ts";

export type Rows = { readonly [Name in TableName]?: readonly Tables[Name][] };

export interface Change {
  /** The rows that change or go, as they are stored. */
  before: Rows;
  /** Those that change or are new, as they shall be stored. */
  after: Rows;
  /** Further entries of the log, for tables that posts do not write. */
  entries?: readonly Omit<Entry, "n">[];
  /** Tables whose new rows have no entries of their own in the log, because the entry of another row says it all. */
  withoutEntries?: readonly TableName[];
  /** What of the space itself changes. */
  space?: Partial<Pick<StoredSpace, (typeof SPACE_COLUMNS)[number]>>;
}

export interface Entry {
  n: number;
  action: "create" | "update" | "delete";
  entity: string;
  entity_id: number;
  /** The columns that change; the whole row where it is new or goes. */
  before: Readonly<Record<string, unknown>> | null;
  after: Readonly<Record<string, unknown>> | null;
}

type Row = Readonly<Record<string, unknown>>;

type AllDifferences = Differences & SpaceMonthDifferences;

export interface Part extends Partial<AllDifferences> {
  /** How many parts of the post were staged before this one. */
  staged?: number;
  space?: Row;
  /** Only where its months do not begin on the first, or no longer do. */
  space_months?: PostedSpaceMonths;
  deleted?: Partial<Record<TableName, unknown[]>>;
  entries?: Entry[];
  /** Of a request with an Idempotency-Key. */
  answer?: Row;
}
export type PostedPart = Part & { readonly [Name in TableName]?: readonly Row[] };

/** Undefined where nothing changes. `entriesBefore`: that the post has in the log already. */
export function partOf(space: StoredSpace, change: Change, entriesBefore = 0): PostedPart | undefined {
  const entries: Omit<Entry, "n">[] = [...(change.entries ?? [])];
  const put: { [Name in TableName]?: Row[] } = {};
  const deleted: Partial<Record<TableName, unknown[]>> = {};
  for (const table of TABLE_NAMES) {
    if (change.before[table] === undefined && change.after[table] === undefined) continue;
    const difference = compare(table, rowsOf(change.before, table), rowsOf(change.after, table));
    if (difference.put.length > 0) put[table] = difference.put;
    if (difference.deleted.length > 0) deleted[table] = difference.deleted;
    if (!change.withoutEntries?.includes(table)) entries.push(...difference.entries);
  }
  const spaceAfter = { ...space, ...change.space };
  const moved = changedColumns(space as unknown as Row, spaceAfter as unknown as Row, SPACE_COLUMNS);
  if (moved) entries.push({ action: "update", entity: "space", entity_id: space.space_id, ...moved });
  if (entries.length === 0) return;
  // Entries before are of rows that were written in bulk, which are not in the change.
  const { space_months: months, ...ofMonths } = spaceMonthsPart(space, change, entriesBefore === 0);
  const sums = {
    ...differencesOf(change.before, change.after),
    account_space_months: [],
    category_space_months: [],
    ...ofMonths,
  };
  return {
    ...put,
    ...(Object.keys(deleted).length > 0 && { deleted }),
    ...(moved && { space: pick(spaceAfter as unknown as Row, SPACE_COLUMNS) }),
    ...(months && { space_months: months }),
    ...withoutEmpty(withoutDeleted(sums, deleted)),
    entries: entries.map((entry, index) => ({ n: entriesBefore + index, ...entry })),
  };
}

function rowsOf(rows: Rows, table: TableName): readonly Row[] {
  return (rows[table] ?? []) as unknown as readonly Row[];
}

function compare(table: TableName, rowsBefore: readonly Row[], rowsAfter: readonly Row[]) {
  const { entity } = TABLES[table];
  const columns = COLUMNS[table];
  const [idColumn, ...moreKey] = keyOf(table);
  const idOf = (row: Row) => row[idColumn] as number;
  const left = new Map(rowsBefore.map((row) => [keyText(table, row), row]));
  const entries: Omit<Entry, "n">[] = [];
  const put: Row[] = [];
  for (const row of rowsAfter) {
    const key = keyText(table, row);
    const stored = left.get(key);
    left.delete(key);
    const about = { entity, entity_id: idOf(row) };
    if (stored === undefined) {
      const whole = pick(row, columns);
      put.push(whole);
      entries.push({ action: "create", ...about, before: null, after: whole });
      continue;
    }
    const changed = changedColumns(stored, row, columns);
    if (!changed) continue;
    put.push(pick(row, columns));
    // A card has several rows of days, and the entry is of one of them.
    const which = pick(row, moreKey);
    const before = { ...which, ...changed.before };
    entries.push({ action: "update", ...about, before, after: { ...which, ...changed.after } });
  }
  for (const row of left.values())
    entries.push({ action: "delete", entity, entity_id: idOf(row), before: pick(row, columns), after: null });
  const deleted = [...left.values()].map((row) => (moreKey.length === 0 ? row[idColumn] : pick(row, keyOf(table))));
  return { put, deleted, entries };
}

function changedColumns(before: Row, after: Row, columns: readonly string[]): { before: Row; after: Row } | undefined {
  const changed = columns.filter((name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]));
  return changed.length === 0 ? undefined : { before: pick(before, changed), after: pick(after, changed) };
}

function pick(row: Row, columns: readonly string[]): Row {
  return Object.fromEntries(columns.map((name) => [name, row[name]]));
}

/** The sums of an account, a card or a category go with it. */
function withoutDeleted(sums: AllDifferences, deleted: Partial<Record<TableName, unknown[]>>): AllDifferences {
  const stays = (table: TableName) => {
    const ids = new Set(deleted[table]);
    return (id: number) => !ids.has(id);
  };
  const [hasAccount, hasCategory, hasCard] = [stays("accounts"), stays("categories"), stays("credit_cards")];
  return {
    ...sums,
    account_months: sums.account_months.filter(({ account_id: id }) => hasAccount(id)),
    account_years: sums.account_years.filter(({ account_id: id }) => hasAccount(id)),
    category_months: sums.category_months.filter(({ category_id: id }) => hasCategory(id)),
    account_space_months: sums.account_space_months.filter(({ account_id: id }) => hasAccount(id)),
    category_space_months: sums.category_space_months.filter(({ category_id: id }) => hasCategory(id)),
    card_invoices: sums.card_invoices.filter(({ credit_card_id: id }) => hasCard(id)),
  };
}

function withoutEmpty({ turnover_cents: turnover, ...sums }: AllDifferences): Partial<AllDifferences> {
  const filled = Object.entries(sums).filter(([, list]) => list.length > 0);
  return { ...Object.fromEntries(filled), ...(turnover !== 0 && { turnover_cents: turnover }) };
}
