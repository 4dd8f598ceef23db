// Undoing a post: read its log entries and the current rows, decide what can be restored, and post that. An undo is a write, so it can
// be undone itself.
import type { Rows } from "../post/change.ts";
import type { Decision } from "../post/decision.ts";
import type { Reader } from "../post/reader.ts";
import { COLUMNS, keyText, type StoredCardDays, TABLE_NAMES, TABLES, type TableName } from "../tables/tables.ts";
import { type ChangedRows, openChangedRows } from "./changed_rows.ts";
import { invert, type UnchangedReason, type UnchangedRecord, type Undone } from "./inverse.ts";
import { type Net, netOf, type Row } from "./net.ts";
import type { LoggedEntry } from "./queries.ts";
import { listAllCategories, listBooked, listInTheWay, listNeeded, listRows, listUntouchedRows } from "./queries_undo.ts";
import { referencesOf } from "./references.ts";
import { isSame, isStill } from "./same.ts";
import { followCards, takeDaysAlong } from "./undo_cards.ts";
import { categoriesOfSpace, followDefaults, isDefaultAgain, isDefaultSince, isMonthRuleOf, spaceNetOf } from "./undo_defaults.ts";
import { dropLostFiles } from "./undo_files.ts";
import { followInstalments } from "./undo_instalments.ts";
import { followSeries } from "./undo_series.ts";

export interface UndoAnswer {
  /** Null where nothing was undone, so that nothing was written. */
  version: number | null;
  undone: number;
  kept: { entity: string; entity_id: number; reason: UnchangedReason }[];
}

interface Act {
  spaceId: number;
  now: Date;
  force: boolean;
}

export async function decideUndo(read: Reader, entries: readonly LoggedEntry[], act: Act): Promise<Decision<UndoAnswer>> {
  const { spaceId, force } = act;
  const { version } = entries[0] as LoggedEntry;
  const [nets, spaceNet, space] = [netOf(entries), spaceNetOf(entries), await read.space];
  const now = await readNow(read, spaceId, nets);
  const needed = await readNeeded(read, spaceId, nets, now);
  const comesBack = new Set(nets.filter(({ isThere }) => !isThere).map(({ table, key }) => `${table} ${key}`));
  const willBe = (id: number) => now.has(`categories ${id}`) || comesBack.has(`categories ${id}`);
  for (const id of categoriesOfSpace(space, spaceNet, force, willBe)) needed.add(`categories ${id}`);
  const daysOf = (cardId: number) =>
    [...now].filter(([name]) => name.startsWith(`card_days ${cardId} `)).map(([, row]) => row as unknown as StoredCardDays);
  const inverse = invert(nets, {
    rowOf: (table, key) => now.get(`${table} ${key}`),
    isNeeded: (table, key) => needed.has(`${table} ${key}`),
    isTouched: (table, key) =>
      isDefaultSince(space, spaceNet, table, key) || (table === "credit_cards" && !hasDaysOf(nets, daysOf(Number(key)))),
    ...(await readCategories(read, spaceId, nets)),
    force,
  });
  const changed = openChangedRows(inverse.undone);
  takeDaysAlong(changed, daysOf);
  nameUndoneImports(changed);
  const conflicts = await dropTaken(read, spaceId, changed);
  const lost = await dropLostFiles(read, act, changed);
  const kept = [...inverse.kept, ...conflicts, ...lost, ...(await followSeries(read, { ...act, version }, changed))];
  await followCards(read, spaceId, changed);
  await followInstalments(read, spaceId, changed);
  for (const each of changed.all()) if (isAsItIs(each)) changed.drop(each.net.table, each.net.key);
  const { columns, reason } = await followDefaults(read, { space, net: spaceNet, changed, kept, force });
  // Where all else stays as it is, moments alone are no reason to write.
  const isNothingUndone = (kept.length > 0 || reason) && Object.keys(columns).length === 0;
  const rows = isNothingUndone && changed.all().every((each) => isAsItIs(each, "updated_at")) ? [] : changed.all();
  const stays = new Set(kept.map(({ net }) => net));
  const written = new Set(rows.map(({ net }) => net));
  const isUndone = (net: Net) => written.has(net) || isDefaultAgain(space, columns, net);
  return {
    before: rowsOf(rows, "current"),
    after: rowsOf(rows, "restored"),
    space: columns,
    answer: {
      version: rows.length + Object.keys(columns).length > 0 ? space.version + 1 : null,
      undone: nets.filter((net) => !stays.has(net) && isUndone(net)).length + (isMonthRuleOf(columns) ? 1 : 0),
      kept: [
        ...kept.map(({ net, reason: why }) => ({ entity: net.entity, entity_id: net.entityId, reason: why })),
        ...(reason ? [{ entity: "space", entity_id: spaceId, reason }] : []),
      ],
    },
  };
}

/** Whether the days of a card are those that the post gave it. */
function hasDaysOf(nets: readonly Net[], days: readonly StoredCardDays[]): boolean {
  const created = new Map(nets.filter(({ table }) => table === "card_days").map(({ key, after }) => [key, after]));
  return days.every((row) => isStill({ ...row }, created.get(keyText("card_days", row)) ?? { closing_day: null }));
}

/** Whether the row would be as it is, but for one column. */
function isAsItIs({ net, current, restored }: Undone, butFor?: string): boolean {
  if (!current || !restored) return current === restored;
  return COLUMNS[net.table].every((name) => name === butFor || isSame(name, current[name], restored[name]));
}

/** The rows themselves, and all that they refer to or would refer to. */
async function readNow(read: Reader, spaceId: number, nets: readonly Net[]): Promise<Map<string, Row>> {
  const ids = new Map(TABLE_NAMES.map((table) => [table, new Set<number>()]));
  for (const { table, entityId, before, after } of nets) {
    ids.get(table)?.add(entityId);
    if (table === "credit_cards") ids.get("card_days")?.add(entityId);
    for (const image of [before, after]) for (const each of referencesOf(table, image)) ids.get(each.table)?.add(each.id);
  }
  const rowsByTable = await Promise.all(
    TABLE_NAMES.map(async (table) => {
      const rows = await listRows(read, spaceId, table, [...(ids.get(table) ?? [])]);
      return rows.map((row): [string, Row] => [`${table} ${keyText(table, row)}`, row]);
    }),
  );
  return new Map(rowsByTable.flat());
}

/** Of what the post made: that which something else has come to need. What a series has made by itself goes with it. */
async function readNeeded(
  read: Reader,
  spaceId: number,
  nets: readonly Net[],
  now: ReadonlyMap<string, Row>,
): Promise<Set<string>> {
  const idsOf = (some: readonly Net[]) => some.map(({ entityId }) => entityId);
  const createdIds = (table: TableName) => idsOf(nets.filter((net) => net.table === table && !net.wasThere));
  const untouched = createdIds("series").length > 0 ? await listUntouchedRows(read, spaceId, createdIds("series")) : [];
  const leaving = (table: TableName) => [
    ...idsOf(nets.filter((net) => net.table === table)),
    ...(table === "transactions" ? untouched.map(({ id }) => id as number) : []),
  ];
  const parents = ["categories", "accounts", "credit_cards", "goals"] as const;
  const rows = await Promise.all(
    parents.map(async (table) =>
      (await listNeeded(read, spaceId, table, createdIds(table), leaving)).map((id) => `${table} ${id}`),
    ),
  );
  const series = await listNeeded(read, spaceId, "series", createdIds("series"), leaving);
  const ofSeries = series.flatMap((id) => referencesOf("series", now.get(`series ${id}`) ?? {}));
  return new Set([...rows.flat(), ...ofSeries.map(({ table, id }) => `${table} ${id}`)]);
}

async function readCategories(read: Reader, spaceId: number, nets: readonly Net[]) {
  const ids = nets.filter(({ table }) => table === "categories").map(({ entityId }) => entityId);
  if (ids.length === 0) return { categories: [], booked: new Set<number>() };
  const [categories, booked] = await Promise.all([listAllCategories(read, spaceId), listBooked(read, spaceId, ids)]);
  return { categories, booked: new Set(booked) };
}

/** An import that was applied is no preview again: what it was is still to be seen. */
function nameUndoneImports(changed: ChangedRows): void {
  for (const { current, restored } of changed.of("imports"))
    if (current && restored?.state === "preview")
      changed.set("imports", current, { ...restored, state: "undone", updated_at: current.updated_at });
}

/** A month has one budget for a category, a merchant one category: whoever made another one since keeps theirs. Answers what stays for that. */
async function dropTaken(read: Reader, spaceId: number, changed: ChangedRows): Promise<UnchangedRecord[]> {
  const kept: UnchangedRecord[] = [];
  for (const table of TABLE_NAMES) {
    const { unique } = TABLES[table];
    const back = changed.all().filter(({ net, restored }) => net.table === table && restored);
    if (unique === undefined || back.length === 0) continue;
    const rows = back.map(({ restored }) => restored as Row);
    const others = (await listInTheWay(read, spaceId, table, unique[0], rows)).filter(
      ({ id }) => !changed.has(table, id as number),
    );
    const isTaken = (row: Row) => others.some((other) => unique.every((name) => isSame(name, other[name], row[name])));
    const conflicts = back.filter(({ restored }) => isTaken(restored as Row));
    for (const { net } of conflicts) changed.drop(table, net.key);
    kept.push(...conflicts.map(({ net }): UnchangedRecord => ({ net, reason: "exists" })));
  }
  return kept;
}

function rowsOf(undone: readonly Undone[], which: "current" | "restored"): Rows {
  const tables = Map.groupBy(
    undone.filter((each) => each[which] !== undefined),
    ({ net }) => net.table,
  );
  return Object.fromEntries([...tables].map(([table, some]) => [table, some.map((each) => each[which])])) as unknown as Rows;
}
