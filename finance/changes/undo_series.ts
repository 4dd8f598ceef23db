// Rows that the extension adds to a fixed series have no log entries of their own. Undoing the creation of the series deletes them.
// Undoing a change rebuilds the rows that were added since.
import { dayIn } from "../calendar/day.ts";
import type { Reader } from "../post/reader.ts";
import { listCardDays } from "../rows/queries_cards.ts";
import { type Making, missingOccurrences, rowOf } from "../series/occurrences.ts";
import type { StoredRow, StoredSeries } from "../tables/tables.ts";
import type { ChangedRow, ChangedRows } from "./changed_rows.ts";
import type { UnchangedRecord } from "./inverse.ts";
import { findReachedThen, listNeeded, listUntouchedRows } from "./queries_undo.ts";

interface Act {
  spaceId: number;
  now: Date;
  /** Of the post that is undone. */
  version: number;
}

/** What is known of the series that the undo changes. */
interface Around {
  /** Rows that they made by themselves, and that neither anybody nor the undo has changed. */
  ownRows: readonly StoredRow[];
  /** The last occurrence that each had made right after the post, where it has made more since. */
  reachedThen: ReadonlyMap<number, number>;
  /** Fixed series have their rows up to this day. */
  extendedThrough: string;
  makingOf(series: StoredSeries): Making;
}

interface Occurrence {
  series: StoredSeries;
  occurrence: number;
}

/** Answers which series stay after all. */
export async function followSeries(read: Reader, act: Act, changed: ChangedRows): Promise<UnchangedRecord[]> {
  if (changed.of("series").length === 0) return [];
  const around = await readAround(read, act, changed);
  for (const row of around.ownRows)
    if (!changed.find("series", row.series_id as number)?.restored) changed.set("transactions", row, undefined);
  const kept = await keepNeeded(read, act.spaceId, changed);
  const unmade = changed.of("series").flatMap((each) => makeRowsAgain(each, changed, around));
  const ids = await read.ids("transactions", unmade.length);
  for (const [index, { series, occurrence }] of unmade.entries())
    changed.set("transactions", undefined, rowOf(series, occurrence, ids[index] as number, around.makingOf(series)));
  return kept;
}

async function readAround(read: Reader, { spaceId, now, version }: Act, changed: ChangedRows): Promise<Around> {
  const ids = changed.of("series").map(({ net }) => net.entityId);
  const [untouched, reachedThen, space, cardDays] = await Promise.all([
    listUntouchedRows(read, spaceId, ids),
    findReachedThen(read, spaceId, ids, version),
    read.space,
    listCardDays(read, spaceId),
  ]);
  const today = dayIn(space.time_zone, now);
  return {
    ownRows: untouched.filter(({ id }) => !changed.has("transactions", id)),
    reachedThen,
    extendedThrough: space.extended_through,
    makingOf: ({ credit_card_id: cardId }) => ({ days: cardDays.filter((each) => each.credit_card_id === cardId), today, now }),
  };
}

/** A series whose creation is undone stays where it has rows that do not go. */
async function keepNeeded(read: Reader, spaceId: number, changed: ChangedRows): Promise<UnchangedRecord[]> {
  const going = <Row extends { restored: unknown }>(rows: readonly Row[]) => rows.filter(({ restored }) => !restored);
  const rowIds = going(changed.of("transactions")).map(({ net }) => net.entityId);
  const series = going(changed.of("series"));
  const ids = series.map(({ net }) => net.entityId);
  const needed = await listNeeded(read, spaceId, "series", ids, (table) => (table === "transactions" ? rowIds : []));
  const staying = series.filter(({ net }) => needed.includes(net.entityId));
  for (const { net } of staying) changed.drop("series", net.key);
  return staying.map(({ net }) => ({ net, reason: "needed" }));
}

/** Of a fixed series as it will be: its rows are as it says. Answers the occurrences that it still has to make. */
function makeRowsAgain({ current, restored }: ChangedRow<"series">, changed: ChangedRows, around: Around): Occurrence[] {
  if (restored?.kind !== "fixed") return [];
  const making = around.makingOf(restored);
  if (current) {
    const reachedThen = around.reachedThen.get(restored.id) ?? current.last_occurrence;
    for (const row of createdSince(around.ownRows, restored.id, reachedThen)) {
      const again = rowOf(restored, row.occurrence as number, row.id, making);
      const { paid, created_at, created_by_id, updated_at } = row;
      changed.set("transactions", row, { ...again, paid, created_at, created_by_id, updated_at });
    }
  }
  const leaving = leavingRows(changed, restored);
  let reached = Math.max(restored.last_occurrence, current?.last_occurrence ?? 0);
  while (leaving.has(reached)) reached--;
  const missing = missingOccurrences({ ...restored, last_occurrence: reached }, around.extendedThrough);
  const last = missing.at(-1) ?? reached;
  changed.set("series", current, { ...restored, last_occurrence: last });
  // More rows were made since the change, so by now the series would have made some of those that leave by itself.
  for (const [occurrence, row] of leaving) {
    const { created_by_id } = row;
    if (occurrence <= last) changed.set("transactions", row, { ...rowOf(restored, occurrence, row.id, making), created_by_id });
  }
  return missing.filter((occurrence) => !leaving.has(occurrence)).map((occurrence) => ({ series: restored, occurrence }));
}

function createdSince(rows: readonly StoredRow[], seriesId: number, reachedThen: number): StoredRow[] {
  return rows.filter((row) => row.series_id === seriesId && (row.occurrence as number) > reachedThen);
}

/** By their occurrences: the rows that go now, because it was the undone change that had the series make them. */
function leavingRows(changed: ChangedRows, series: StoredSeries): Map<number, StoredRow> {
  const leaving = changed.of("transactions").flatMap(({ current, restored }) => (current && !restored ? [current] : []));
  const own = leaving.filter((row) => row.series_id === series.id && (row.occurrence as number) > series.last_occurrence);
  return new Map(own.map((row) => [row.occurrence as number, row]));
}
