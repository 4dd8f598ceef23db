// The rows of a file that was accepted get ids from the sequences, in place of those that they were tried with.
import type { Database } from "../../kernel/sql/database.ts";
import { drawIds, type Post } from "../post/queries.ts";
import { type Numbered, TABLE_NAMES } from "../tables/tables.ts";
import { renamed } from "./names.ts";
import { readStagedPart } from "./queries_restore.ts";
import { openRenumbering, type Renumbering } from "./renumber.ts";
import type { Staging, TableRow } from "./staging.ts";

const MOST_AT_ONCE = 10_000;

/** Exactly as many as are needed. */
export async function drawExactly(db: Database, counts: ReadonlyMap<Numbered, number>): Promise<Renumbering> {
  const left = new Map<Numbered, number[]>();
  for (const [kind, count] of counts) {
    const ids: number[] = [];
    while (ids.length < count) ids.push(...(await drawIds(db, kind, Math.min(count - ids.length, MOST_AT_ONCE))));
    left.set(kind, ids.reverse());
  }
  return openRenumbering((kind) => left.get(kind)?.pop() as number);
}

/** Stages the same rows once more, with the ids of `numbers`. */
export async function stageAgain(
  db: Database,
  tried: { post: Pick<Post, "spaceId" | "postId">; parts: number },
  staging: Staging,
  numbers: Renumbering,
): Promise<void> {
  for (let n = 0; n < tried.parts; n++) {
    const part = await readStagedPart(db, tried.post, n);
    const rows = TABLE_NAMES.flatMap((table) =>
      (part[table] ?? []).map((row): TableRow => [table, renamed(table, row, numbers.newId) ?? row]),
    );
    for (const [table, row] of rows) numbers.enter(table, row);
    for (const [table, row] of rows) numbers.refer(table, row);
    await staging.add(rows);
  }
}
