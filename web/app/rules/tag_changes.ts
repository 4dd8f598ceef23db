// Tags exist only on transactions: renaming one changes those.
import type { Transaction } from "./records.ts";

/** `to`: a new name, another tag to merge with, or none to remove it. Rows with equal results are changed together. */
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
