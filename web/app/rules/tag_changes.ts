// Tags stand on transactions, and nowhere else: to rename one is to change those.
import type { Transaction } from "./records.ts";

/** `to`: another name, that of another tag to join it, or none to take it away. Rows that come to the same tags are changed together. */
export function tagChanges(
  rows: readonly Pick<Transaction, "id" | "tags">[],
  from: string,
  to: string | undefined,
): { ids: number[]; tags: string[] }[] {
  const groups = new Map<string, { ids: number[]; tags: string[] }>();
  for (const { id, tags } of rows) {
    const next = [...new Set(tags.flatMap(({ name }) => (name === from ? (to ?? []) : name)))];
    const key = JSON.stringify(next);
    const group = groups.get(key) ?? { ids: [], tags: next };
    group.ids.push(id);
    groups.set(key, group);
  }
  return [...groups.values()];
}
