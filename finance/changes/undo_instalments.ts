// A purchase in instalments knows what they sum to: when some of them come, go or change, and others stay, so does its total.
import type { Reader } from "../post/reader.ts";
import type { StoredRow } from "../tables/tables.ts";
import type { ChangedRows } from "./changed_rows.ts";
import { listRows } from "./queries_undo.ts";

export async function followInstalments(read: Reader, spaceId: number, changed: ChangedRows): Promise<void> {
  const differences = new Map<number, number>();
  const add = (row: StoredRow | undefined, sign: 1 | -1) => {
    if (row?.series_id == null) return;
    differences.set(row.series_id, (differences.get(row.series_id) ?? 0) + sign * row.amount_cents);
  };
  for (const { current, restored } of changed.of("transactions")) {
    add(current, -1);
    add(restored, 1);
  }
  const others = [...differences.keys()].filter((id) => !changed.has("series", id));
  const stored = new Map((await listRows(read, spaceId, "series", others)).map((row) => [row.id, row]));
  // One that stays keeps its total where its instalments stay too, even if what gave it that total is undone.
  const staying = changed.of("series").flatMap(({ current, restored }) => (current && restored ? [current.id] : []));
  for (const id of new Set([...differences.keys(), ...staying])) {
    const { current, restored } = changed.find("series", id) ?? { current: stored.get(id), restored: stored.get(id) };
    if (restored?.kind !== "installments") continue;
    const difference = differences.get(id);
    const currentTotal = current?.total_cents ?? null;
    changed.set("series", current, {
      ...restored,
      total_cents: difference === undefined ? currentTotal : (currentTotal ?? 0) + difference,
    });
  }
}
