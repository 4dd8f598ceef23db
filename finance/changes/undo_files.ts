// Files that an undo brings back are there as long as their bytes are. What is brought back stays; what is gone is left out.

import { KEPT_MS } from "../attachments/file_store.ts";
import { keepFiles } from "../attachments/queries.ts";
import type { Reader } from "../post/reader.ts";
import type { StoredRow } from "../tables/tables.ts";
import type { ChangedRows } from "./changed_rows.ts";
import type { UnchangedRecord } from "./inverse.ts";

const filesOf = (row: Pick<StoredRow, "attachments"> | undefined) => row?.attachments ?? [];

/** A transaction that was deleted comes back without its lost files. Answers those that stay as they are, because a file was all they lost. */
export async function dropLostFiles(
  read: Reader,
  { spaceId, now }: { spaceId: number; now: Date },
  changed: ChangedRows,
): Promise<UnchangedRecord[]> {
  const back = changed.of("transactions").filter(({ restored }) => filesOf(restored).length > 0);
  const hashes = new Set(back.flatMap(({ restored }) => filesOf(restored).map(({ id }) => id)));
  const stored = await keepFiles(read, spaceId, [...hashes], new Date(now.getTime() + KEPT_MS));
  const kept: UnchangedRecord[] = [];
  for (const { net, current, restored } of back) {
    const left = filesOf(restored).filter(({ id }) => stored.has(id));
    if (left.length === filesOf(restored).length) continue;
    if (current) {
      changed.drop("transactions", net.key);
      kept.push({ net, reason: "incomplete" });
    } else if (restored) changed.set("transactions", undefined, { ...restored, attachments: left.length === 0 ? null : left });
  }
  return kept;
}
