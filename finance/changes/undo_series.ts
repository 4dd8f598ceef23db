// Rows that a fixed series makes by itself have no entries of their own in the log. When its creation is undone they go along; when a
// change of it is undone they are made again by what it says then; and what it lacks by then is made.
import { dayIn } from "../calendar/day.ts";
import type { Reader } from "../post/reader.ts";
import { listCardDays } from "../rows/queries_cards.ts";
import { missingOccurrences, rowOf } from "../series/occurrences.ts";
import type { StoredSeries } from "../series/stored_series.ts";
import type { Kept, Undone } from "./inverse.ts";
import type { Row } from "./net.ts";
import { listNeeded, listUntouchedRows } from "./queries_undo.ts";
import { isStill } from "./same.ts";

interface Act {
  spaceId: number;
  now: Date;
}

export async function followSeries(
  read: Reader,
  { spaceId, now }: Act,
  changed: Map<string, Undone>,
  kept: Kept[],
): Promise<void> {
  const touched = [...changed.values()].filter(({ net }) => net.table === "series");
  if (touched.length === 0) return;
  const ids = touched.map(({ net }) => net.entityId);
  const [untouched, space, cardDays] = await Promise.all([
    listUntouchedRows(read, spaceId, ids),
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
    // Rows that say something else are from before an earlier change of the series, which let them be.
    const own = loose.filter((row) => row.series_id === series.id && said && isOf(row, said, making(said)));
    for (const row of own) {
      const again = rowOf(series, row.occurrence as number, row.id as number, making(series));
      const same = { ...again, paid: row.paid as boolean, created_at: row.created_at, updated_at: row.updated_at };
      changed.set(`transactions ${row.id}`, undone(row, same as unknown as Row));
    }
    const reached = Math.max(series.last_occurrence, Number(each.current?.last_occurrence ?? 0));
    const missing = missingOccurrences({ ...series, last_occurrence: reached }, space.extended_through);
    lacking.push(...missing.map((occurrence) => ({ series, occurrence })));
    each.restored = { ...each.restored, last_occurrence: missing.at(-1) ?? reached };
  }
  const rowIds = await read.ids("transactions", lacking.length);
  for (const [index, { series, occurrence }] of lacking.entries()) {
    const row = rowOf(series, occurrence, rowIds[index] as number, making(series)) as unknown as Row;
    changed.set(`transactions ${row.id}`, undone(undefined, row));
  }
}

/** Whether the series would make the row again as it is. */
function isOf(row: Row, series: StoredSeries, making: Parameters<typeof rowOf>[3]): boolean {
  const made = rowOf(series, row.occurrence as number, row.id as number, making);
  const { paid, created_at, updated_at, credit_card_invoice_id, ...image } = made;
  return isStill(row, image as unknown as Row);
}

function undone(current: Row | undefined, restored: Row | undefined): Undone {
  const id = (current ?? restored)?.id as number;
  const both = { before: {}, after: {}, wasThere: current !== undefined, isThere: true };
  return { net: { table: "transactions", key: String(id), entity: "transaction", entityId: id, ...both }, current, restored };
}
