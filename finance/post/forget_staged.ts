// What was staged for a post that was never made is of no use to anybody: its process ended, or somebody else had posted and the write was refused.
import type { Database } from "../../kernel/sql/database.ts";
import { forEachSpace } from "./each_space.ts";
import { deleteStaged } from "./queries.ts";

export const forgetStagedJob = (db: Database, now: () => Date) => ({
  name: "forget_staged",
  cron: "51 3 * * *",
  run: () => forgetStaged(db, now()),
});

/** Much longer than any request lasts. */
const KEPT_MS = 24 * 3600 * 1000;

export function forgetStaged(db: Database, now: Date): Promise<void> {
  const before = new Date(now.getTime() - KEPT_MS);
  return forEachSpace(db, (spaceId) => deleteStaged(db, spaceId, before));
}
