// What of the space itself an undo puts back. Defaults follow the rules of every write: an undo that would break them leaves them where they are.
import { defaultAccount } from "../accounts/default_account.ts";
import { listAccounts } from "../accounts/queries.ts";
import { defaultCard } from "../credit_cards/default_card.ts";
import { listCards } from "../credit_cards/queries.ts";
import type { Reader } from "../post/reader.ts";
import type { StoredSpace } from "../post/stored_space.ts";
import { SPACE_COLUMNS } from "../tables/spaces.ts";
import type { TableName, Tables } from "../tables/tables.ts";
import type { ChangedRows } from "./changed_rows.ts";
import type { UnchangedReason, UnchangedRecord } from "./inverse.ts";
import type { Net, Row } from "./net.ts";
import type { LoggedEntry } from "./queries.ts";
import { listRows } from "./queries_undo.ts";
import { isSame } from "./same.ts";

type Column = (typeof SPACE_COLUMNS)[number];

const CATEGORY_COLUMNS = [
  ...(["default_expenses_category_id", "default_earnings_category_id", "transfers_category_id", "payments_category_id"] as const),
] as const satisfies readonly Column[];

const MONTH_COLUMNS = ["month_start_day", "month_start_weekend"] as const satisfies readonly Column[];

/** What the post changed of the space itself. How far series have made their rows only ever grows, and is left out. */
export interface SpaceNet {
  before: Row;
  after: Row;
}

export function spaceNetOf(entries: readonly LoggedEntry[]): SpaceNet {
  const own = entries.filter(({ entity }) => entity === "space");
  const before: Row = Object.assign({}, ...own.toReversed().map((entry) => entry.before));
  const after: Row = Object.assign({}, ...own.map((entry) => entry.after));
  const names = SPACE_COLUMNS.filter((name) => name in before && name !== "extended_through");
  const pick = (row: Row) => Object.fromEntries(names.map((name) => [name, row[name]]));
  return { before: pick(before), after: pick(after) };
}

/** The account or card became the default by another post than the one that made it. */
export function isDefaultSince(space: StoredSpace, { after }: SpaceNet, table: TableName, key: string): boolean {
  const column = DEFAULT_OF[table as keyof typeof DEFAULT_OF];
  return column !== undefined && String(space[column]) === key && String(after[column]) !== key;
}

const DEFAULT_OF = { accounts: "default_account_id", credit_cards: "default_credit_card_id" } as const satisfies Partial<
  Record<TableName, Column>
>;

/** Whether the undo makes the account or card the default, or takes that from it. */
export function isDefaultAgain(space: StoredSpace, columns: Partial<StoredSpace>, { table, entityId }: Net): boolean {
  const column = DEFAULT_OF[table as keyof typeof DEFAULT_OF];
  return column !== undefined && column in columns && (columns[column] === entityId || space[column] === entityId);
}

/** Whether the undo changes when months begin. */
export const isMonthRuleOf = (columns: Partial<StoredSpace>): boolean => MONTH_COLUMNS.some((name) => name in columns);

/** The categories that the space refers to after the undo. */
export function categoriesOfSpace(space: StoredSpace, net: SpaceNet, force: boolean, willBe: (id: number) => boolean): number[] {
  return CATEGORY_COLUMNS.map((name) => {
    const value = valueBefore(name, space, net, force);
    return willBe(value) ? value : space[name];
  });
}

function valueBefore<Name extends Column>(name: Name, space: StoredSpace, { before, after }: SpaceNet, force: boolean) {
  const isPutBack = name in before && (force || isSame(name, space[name], after[name]));
  return (isPutBack ? before[name] : space[name]) as StoredSpace[Name];
}

interface UndoInput {
  space: StoredSpace;
  net: SpaceNet;
  changed: ChangedRows;
  kept: readonly UnchangedRecord[];
  force: boolean;
}

interface SpaceAfter {
  /** The columns that change. */
  columns: Partial<StoredSpace>;
  /** Why one of them is not as it was before the post. */
  reason: UnchangedReason | undefined;
}

export async function followDefaults(read: Reader, undoing: UndoInput): Promise<SpaceAfter> {
  const { space, net, changed } = undoing;
  const isTouched = (table: TableName, column: Column) => column in net.before || changed.of(table).length > 0;
  const columns: Partial<Record<Column, number | string | null>> = {};
  if (isTouched("accounts", "default_account_id")) {
    const accounts = after("accounts", await listAccounts(read, space.space_id), changed);
    columns.default_account_id = settle("accounts", undoing, (id) => defaultAccount(accounts, id));
  }
  if (isTouched("credit_cards", "default_credit_card_id")) {
    const cards = after("credit_cards", await listCards(read, space.space_id), changed);
    columns.default_credit_card_id = settle("credit_cards", undoing, (id) => defaultCard(cards, id));
  }
  const moved = CATEGORY_COLUMNS.filter((name) => name in net.before);
  if (moved.length > 0) {
    const values = moved.map((name) => valueBefore(name, space, net, undoing.force));
    const categories = new Set(
      after("categories", await listRows(read, space.space_id, "categories", values), changed).map(({ id }) => id),
    );
    for (const name of moved) {
      const id = valueBefore(name, space, net, undoing.force);
      columns[name] = categories.has(id) ? id : space[name];
    }
  }
  for (const name of MONTH_COLUMNS) if (name in net.before) columns[name] = valueBefore(name, space, net, undoing.force);
  const differing = Object.entries(columns).filter(([name, id]) => id !== space[name as Column]);
  return { columns: Object.fromEntries(differing), reason: reasonOf(undoing, columns) };
}

function after<Name extends "accounts" | "credit_cards" | "categories">(
  table: Name,
  now: readonly Tables[Name][],
  changed: ChangedRows,
): Tables[Name][] {
  const rows = new Map<number, Tables[Name]>(now.map((row) => [row.id as number, row]));
  for (const { net, restored } of changed.of(table)) {
    if (restored) rows.set(net.entityId, restored);
    else rows.delete(net.entityId);
  }
  return [...rows.values()];
}

/** The default of before where it may be one, else the present one, else the one that would follow it. */
function settle(table: keyof typeof DEFAULT_OF, undoing: UndoInput, follow: (id: number | null) => number | null): number | null {
  const { space, net, force } = undoing;
  const column = DEFAULT_OF[table];
  const value = isOfUnchanged(table, undoing) ? space[column] : valueBefore(column, space, net, force);
  return follow(value) === value ? value : follow(space[column]);
}

/** Being the default belongs to an account or a card: where the undo leaves that as it is, it stays so. */
function isOfUnchanged(table: keyof typeof DEFAULT_OF, { net, kept }: UndoInput): boolean {
  const column = DEFAULT_OF[table];
  const ids = [net.before[column], net.after[column]];
  return kept.some((each) => each.net.table === table && each.reason !== "gone" && ids.includes(each.net.entityId));
}

function reasonOf(undoing: UndoInput, columns: Partial<Record<Column, number | string | null>>): UnchangedReason | undefined {
  const { space, net, force } = undoing;
  for (const [name, id] of Object.entries(columns) as [Column, number | string | null][]) {
    const before = net.before[name];
    if (!(name in net.before) || before === null || before === id) continue;
    const table = name === "default_account_id" ? "accounts" : name === "default_credit_card_id" ? "credit_cards" : undefined;
    if (table && isOfUnchanged(table, undoing)) continue;
    return force || isSame(name, space[name], net.after[name]) ? "incomplete" : "changed";
  }
}
