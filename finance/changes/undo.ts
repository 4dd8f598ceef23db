// Undoing a post: read it from the log, and the rows that it wrote as they are now; decide what can be put back; post that. An undo is a write
// like any other, so it can be undone itself.
import type { DayHistory } from "../billing/cycle.ts";
import { invoiceOn } from "../billing/cycle.ts";
import type { Rows } from "../post/change.ts";
import type { Reader } from "../post/reader.ts";
import { SPACE_COLUMNS, type StoredSpace, TABLES, type TableName } from "../post/tables.ts";
import type { Decision } from "../post/write.ts";
import { invert, type Kept, type Undone } from "./inverse.ts";
import { keyOf, type Net, netOf, type Row } from "./net.ts";
import type { LoggedEntry } from "./queries.ts";
import {
  listCardsMovedSince,
  listInTheWay,
  listLaterPurchases,
  listNeeded,
  listRows,
  UNIQUE_COLUMNS,
  UNIQUE_TABLES,
  type UniqueTable,
} from "./queries_undo.ts";
import { referencesOf } from "./references.ts";
import { isSame } from "./same.ts";
import { followInstalments } from "./undo_instalments.ts";
import { followSeries } from "./undo_series.ts";

export interface UndoAnswer {
  version: number;
  undone: number;
  kept: { entity: string; entity_id: number; reason: Kept["reason"] }[];
}

interface Act {
  spaceId: number;
  now: Date;
  force: boolean;
}

const NAMES = Object.keys(TABLES) as TableName[];

export async function decideUndo(read: Reader, entries: readonly LoggedEntry[], act: Act): Promise<Decision<UndoAnswer>> {
  const { spaceId } = act;
  const { version } = entries[0] as LoggedEntry;
  const nets = netOf(entries);
  const now = await readNow(read, spaceId, nets);
  const needed = await readNeeded(read, spaceId, nets);
  const { undone, kept } = invert(nets, {
    rowOf: (table, key) => now.get(`${table} ${key}`),
    isNeeded: (table, key) => needed.has(`${table} ${key}`),
    force: act.force,
  });
  const space = await read.space;
  const changed = new Map(undone.map((each): [string, Undone] => [`${each.net.table} ${each.net.key}`, each]));
  nameUndoneImports(changed);
  for (const table of UNIQUE_TABLES) await dropWhatIsTaken(read, spaceId, table, changed, kept);
  await followSeries(read, { ...act, version }, changed, kept);
  const count = nets.filter(({ table, key }) => changed.has(`${table} ${key}`)).length;
  await followCards(read, spaceId, version, changed);
  await followInstalments(read, spaceId, changed);
  const spaceBefore = spaceColumnsBefore(entries, space, act.force);
  return {
    before: rowsOf([...changed.values()], "current"),
    after: rowsOf([...changed.values()], "restored"),
    space: spaceBefore,
    answer: {
      version: space.version + (changed.size + Object.keys(spaceBefore).length > 0 ? 1 : 0),
      undone: count,
      kept: kept.map(({ net, reason }) => ({ entity: net.entity, entity_id: net.entityId, reason })),
    },
  };
}

/** The rows themselves, and all that they refer to or would refer to. */
async function readNow(read: Reader, spaceId: number, nets: readonly Net[]): Promise<Map<string, Row>> {
  const wanted = new Map(NAMES.map((table) => [table, new Set<number>()]));
  for (const { table, entityId, before, after } of nets) {
    wanted.get(table)?.add(entityId);
    for (const image of [before, after]) for (const each of referencesOf(table, image)) wanted.get(each.table)?.add(each.id);
  }
  const found = await Promise.all(
    NAMES.map(async (table) => {
      const rows = await listRows(read, spaceId, table, [...(wanted.get(table) ?? [])]);
      return rows.map((row): [string, Row] => [`${table} ${keyOf(table, row)}`, row]);
    }),
  );
  return new Map(found.flat());
}

/** Of what the post made: that which something else has come to need. */
async function readNeeded(read: Reader, spaceId: number, nets: readonly Net[]): Promise<Set<string>> {
  const idsOf = (some: readonly Net[]) => some.map(({ entityId }) => entityId);
  const made = (table: TableName) => idsOf(nets.filter((net) => net.table === table && !net.wasThere));
  const written = (table: TableName) => idsOf(nets.filter((net) => net.table === table));
  const parents = ["categories", "accounts", "credit_cards"] as const;
  const found = await Promise.all(
    parents.map(async (table) => (await listNeeded(read, spaceId, table, made(table), written)).map((id) => `${table} ${id}`)),
  );
  return new Set(found.flat());
}

/** An import that was applied is no preview again: what it was is still to be seen. */
function nameUndoneImports(changed: Map<string, Undone>): void {
  for (const each of changed.values())
    if (each.net.table === "imports" && each.restored?.state === "preview")
      each.restored = { ...each.restored, state: "undone", updated_at: each.current?.updated_at };
}

/** A month has one budget for a category, a merchant one category: whoever made another one since keeps theirs. */
async function dropWhatIsTaken(
  read: Reader,
  spaceId: number,
  table: UniqueTable,
  changed: Map<string, Undone>,
  kept: Kept[],
): Promise<void> {
  const back = [...changed.values()].filter(({ net, restored }) => net.table === table && restored);
  const others = await listInTheWay(
    read,
    spaceId,
    table,
    back.map(({ restored }) => restored as Row),
  );
  for (const { net, restored } of back) {
    const isTaken = others.some(
      (other) =>
        !changed.has(`${table} ${other.id}`) &&
        UNIQUE_COLUMNS[table].every((name) => isSame(name, other[name], restored?.[name])),
    );
    if (!isTaken) continue;
    changed.delete(`${table} ${net.key}`);
    kept.push({ net, reason: "exists" });
  }
}

/** Purchases are on the invoice that the days of their card say, whichever of the two came last. */
async function followCards(read: Reader, spaceId: number, version: number, changed: Map<string, Undone>): Promise<void> {
  const purchases = [...changed.values()].filter(({ net, restored }) => net.table === "transactions" && restored?.credit_card_id);
  const daysPutBack = [...changed.values()].filter(({ net }) => net.table === "card_days").map(({ net }) => net.entityId);
  const movedSince = purchases.length > 0 ? await listCardsMovedSince(read, spaceId, version) : [];
  const cards = [...new Set([...daysPutBack, ...movedSince])];
  if (cards.length === 0) return;
  const stored = await listRows(read, spaceId, "card_days", cards);
  const days = new Map(stored.map((row): [string, Row] => [keyOf("card_days", row), row]));
  for (const { net, restored } of changed.values())
    if (net.table === "card_days") restored ? days.set(net.key, restored) : days.delete(net.key);
  const invoiceFor = (row: Row) => invoiceOn(historyOf(days, row.credit_card_id as number), row.date as string);
  for (const each of purchases) {
    const restored = each.restored as Row;
    if (
      cards.includes(restored.credit_card_id as number) &&
      movedSince.includes(restored.credit_card_id as number) &&
      !restored.invoice_pinned
    )
      each.restored = { ...restored, credit_card_invoice_id: invoiceFor(restored) };
  }
  for (const row of await listLaterPurchases(read, spaceId, [...new Set(daysPutBack)], version)) {
    const name = `transactions ${row.id}`;
    if (changed.has(name) || row.credit_card_invoice_id === invoiceFor(row)) continue;
    const net = { table: "transactions" as const, key: String(row.id), entity: "transaction", entityId: row.id as number };
    const both = { before: {}, after: {}, wasThere: true, isThere: true };
    changed.set(name, { net: { ...net, ...both }, current: row, restored: { ...row, credit_card_invoice_id: invoiceFor(row) } });
  }
}

function historyOf(days: ReadonlyMap<string, Row>, cardId: number): DayHistory {
  return [...days.values()]
    .filter((row) => row.credit_card_id === cardId)
    .map((row) => ({ fromInvoice: Number(row.from_invoice), closingDay: Number(row.closing_day), dueDay: Number(row.due_day) }))
    .sort((one, other) => one.fromInvoice - other.fromInvoice);
}

/** What the post changed of the space itself, and nobody since. How far series have made their rows only ever grows. */
function spaceColumnsBefore(entries: readonly LoggedEntry[], space: StoredSpace, force: boolean): Partial<StoredSpace> {
  const own = entries.filter(({ entity }) => entity === "space");
  const before: Row = Object.assign({}, ...own.toReversed().map((entry) => entry.before));
  const after: Row = Object.assign({}, ...own.map((entry) => entry.after));
  const names = SPACE_COLUMNS.filter((name) => name in before && name !== "extended_through");
  const unchanged = names.filter((name) => force || isSame(name, space[name], after[name]));
  return Object.fromEntries(unchanged.map((name) => [name, before[name]]));
}

function rowsOf(undone: readonly Undone[], which: "current" | "restored"): Rows {
  const tables = Map.groupBy(
    undone.filter((each) => each[which] !== undefined),
    ({ net }) => net.table,
  );
  return Object.fromEntries([...tables].map(([table, some]) => [table, some.map((each) => each[which])])) as unknown as Rows;
}
