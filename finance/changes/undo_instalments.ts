// A purchase in instalments knows what they sum to: when some of them come, go or change, and others stay, so does its total.
import type { Reader } from "../post/reader.ts";
import type { Undone } from "./inverse.ts";
import type { Row } from "./net.ts";
import { listRows } from "./queries_undo.ts";

export async function followInstalments(read: Reader, spaceId: number, changed: Map<string, Undone>): Promise<void> {
  const differences = new Map<number, number>();
  const add = (row: Row | undefined, sign: 1 | -1) => {
    if (typeof row?.series_id !== "number") return;
    differences.set(row.series_id, (differences.get(row.series_id) ?? 0) + sign * Number(row.amount_cents));
  };
  for (const { net, current, restored } of changed.values()) {
    if (net.table !== "transactions") continue;
    add(current, -1);
    add(restored, 1);
  }
  const others = [...differences.keys()].filter((id) => !changed.has(`series ${id}`));
  for (const row of await listRows(read, spaceId, "series", others)) {
    const id = row.id as number;
    const net = { table: "series" as const, key: String(id), entity: "series", entityId: id, before: {}, after: {} };
    changed.set(`series ${id}`, { net: { ...net, wasThere: true, isThere: true }, current: row, restored: row });
  }
  for (const [id, difference] of differences) {
    const series = changed.get(`series ${id}`);
    if (series?.restored?.kind !== "installments") continue;
    series.restored = { ...series.restored, total_cents: Number(series.current?.total_cents ?? 0) + difference };
  }
  for (const [name, { current, restored }] of changed) if (current === restored) changed.delete(name);
}
