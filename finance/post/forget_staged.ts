// Deletes staged parts of posts that were never made, because the process ended or another post came first.
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
