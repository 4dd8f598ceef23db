// A post that is staged part by part, while its rows are still being read. Nobody sees it before it is made.
import type { Database } from "../../kernel/sql/database.ts";
import { type Change, type PostedPart, partOf, type Rows } from "../post/change.ts";
import { deleteStagedPost, type Post, stagePart } from "../post/queries.ts";
import type { StoredSpace } from "../post/stored_space.ts";
import type { TableName } from "../tables/tables.ts";
import type { Row } from "./columns.ts";

export type TableRow = [table: TableName, row: Row];

export interface Staging {
  /** How many parts there are so far. */
  readonly parts: number;
  /** New rows, of any tables. */
  add(rows: readonly TableRow[]): Promise<void>;
  /** The change that completes it: what is staged goes before. */
  lastPart(space: StoredSpace, change: Change): PostedPart;
  forget(): Promise<void>;
}

/** Nothing of it changes with the rows. */
const NO_SPACE = { month_start_day: 1, month_start_weekend: "same" } as StoredSpace;

export function openStaging(db: Database, act: Pick<Post, "spaceId" | "postId" | "at">): Staging {
  let parts = 0;
  let entries = 0;
  let turnoverCents = 0;
  return {
    get parts() {
      return parts;
    },
    add: async (rows) => {
      if (rows.length === 0) return;
      const after = Object.fromEntries(
        [...Map.groupBy(rows, ([name]) => name)].map(([name, some]) => [name, some.map(([, row]) => row)]),
      ) as Rows;
      const { turnover_cents: turnover = 0, ...part } = partOf(NO_SPACE, { before: {}, after }, entries) as PostedPart;
      await stagePart(db, act, parts++, part);
      entries += part.entries?.length ?? 0;
      turnoverCents += turnover;
    },
    lastPart: (space, change) => {
      const last = partOf(space, change, entries) as PostedPart;
      return { ...last, staged: parts, turnover_cents: turnoverCents + (last.turnover_cents ?? 0) };
    },
    forget: () => deleteStagedPost(db, act),
  };
}
