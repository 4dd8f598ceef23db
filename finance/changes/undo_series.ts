// Rows that a fixed series makes by itself have no entries of their own in the log. When its creation is undone they go along; when a
// change of it is undone those that it has made since are made again by what it says then; and what it lacks by then is made.
import { dayIn } from "../calendar/day.ts";
import type { Reader } from "../post/reader.ts";
import { listCardDays } from "../rows/queries_cards.ts";
import { missingOccurrences, rowOf } from "../series/occurrences.ts";
import type { StoredSeries } from "../series/stored_series.ts";
import type { Kept, Undone } from "./inverse.ts";
import type { Row } from "./net.ts";
import { findReachedThen, listNeeded, listUntouchedRows } from "./queries_undo.ts";

interface Act {
  spaceId: number;
  now: Date;
  /** Of the post that is undone. */
  version: number;
}

export async function followSeries(
  read: Reader,
  { spaceId, now, version }: Act,
  changed: Map<string, Undone>,
  kept: Kept[],
): Promise<void> {
  const touched = [...changed.values()].filter(({ net }) => net.table === "series");
  if (touched.length === 0) return;
  const ids = touched.map(({ net }) => net.entityId);
  const [untouched, reachedThen, space, cardDays] = await Promise.all([
    listUntouchedRows(read, spaceId, ids),
    findReachedThen(read, spaceId, ids, version),
    read.space,
    listCardDays(read, spaceId),
  ]);
  const loose = untouched.filter((row) => !changed.has(`transactions ${row.id}`));
  for (const row of loose) {
    const series = changed.get(`series ${row.series_id}`) as Undone;
    if (!series.restored) changed.set(`transactions ${row.id}`, undone(row, undefined));
  }
  const leaving = [...changed.values()]
    .filter(({ net, restored }) => net.table === "transactions" && !restored)
    .map(({ net }) => net.entityId);
  const going = touched.filter(({ restored }) => !restored).map(({ net }) => net.entityId);
  const needed = await listNeeded(read, spaceId, "series", going, (table) => (table === "transactions" ? leaving : []));
  for (const id of new Set(needed)) {
    kept.push({ net: (changed.get(`series ${id}`) as Undone).net, reason: "needed" });
    changed.delete(`series ${id}`);
  }
  const today = dayIn(space.time_zone, now);
  const making = (series: StoredSeries) => {
    const days = cardDays.filter((each) => each.credit_card_id === series.credit_card_id);
    return { days, today, now };
  };
  const lacking: { series: StoredSeries; occurrence: number }[] = [];
  for (const each of touched) {
    if (!each.restored || !changed.has(`series ${each.net.key}`)) continue;
    const series = each.restored as unknown as StoredSeries;
    if (series.kind !== "fixed") continue;
    const said = each.current as unknown as StoredSeries | undefined;
    const then = reachedThen.get(series.id) ?? said?.last_occurrence ?? 0;
    const own = loose.filter((row) => row.series_id === series.id && said && (row.occurrence as number) > then);
    for (const row of own) {
      const again = rowOf(series, row.occurrence as number, row.id as number, making(series));
      const same = { ...again, paid: row.paid as boolean, created_at: row.created_at, updated_at: row.updated_at };
      changed.set(`transactions ${row.id}`, undone(row, same as unknown as Row));
    }
    const added = addedRows(changed, series);
    let reached = Math.max(series.last_occurrence, said?.last_occurrence ?? 0);
    while (added.has(reached)) reached--;
    const missing = missingOccurrences({ ...series, last_occurrence: reached }, space.extended_through);
    const last = missing.at(-1) ?? reached;
    each.restored = { ...each.restored, last_occurrence: last };
    // More rows were made since the change, so by now the series would have made some of these by itself.
    for (const [occurrence, { net, current }] of added) {
      if (occurrence > last) continue;
      const row = rowOf(series, occurrence, net.entityId, making(series)) as unknown as Row;
      changed.set(`transactions ${row.id}`, undone(current, row));
    }
    const unmade = missing.filter((occurrence) => !added.has(occurrence));
    lacking.push(...unmade.map((occurrence) => ({ series, occurrence })));
  }
  const rowIds = await read.ids("transactions", lacking.length);
  for (const [index, { series, occurrence }] of lacking.entries()) {
    const row = rowOf(series, occurrence, rowIds[index] as number, making(series)) as unknown as Row;
    changed.set(`transactions ${row.id}`, undone(undefined, row));
  }
}

/** By their occurrences: the rows that go now, because it was the undone change that had the series make them. */
function addedRows(changed: Map<string, Undone>, series: StoredSeries): Map<number, Undone> {
  const going = [...changed.values()].filter(
    ({ net, current, restored }) => net.table === "transactions" && current?.series_id === series.id && !restored,
  );
  const rows = going.map((each) => [each.current?.occurrence as number, each] as const);
  return new Map(rows.filter(([occurrence]) => occurrence > series.last_occurrence));
}

function undone(current: Row | undefined, restored: Row | undefined): Undone {
  const id = (current ?? restored)?.id as number;
  const both = { before: {}, after: {}, wasThere: current !== undefined, isThere: true };
  return { net: { table: "transactions", key: String(id), entity: "transaction", entityId: id, ...both }, current, restored };
}
