// Takes away at night the files that nothing refers to: received and never posted for a day, removed for 30.
import type { Database } from "../../kernel/sql/database.ts";
import { forEachSpace } from "../post/each_space.ts";
import { lockSpaceRow } from "../post/queries.ts";
import { keepUsedFiles } from "./file_store.ts";
import { deleteSomeReleasedFiles, hasFiles, releaseUnusedFiles } from "./queries.ts";

export const forgetFilesJob = (db: Database, now: () => Date) => ({
  name: "forget_files",
  cron: "11 4 * * *",
  run: () => forgetFiles(db, now()),
});

const FILES_AT_ONCE = 20;
export function forgetFiles(db: Database, now: Date): Promise<void> {
  return forEachSpace(db, async (spaceId) => {
    if (!(await hasFiles(db, spaceId))) return;
    await keepUsedFiles(db, spaceId, now);
    await db.transaction(async (tx) => {
      await lockSpaceRow(tx, spaceId);
      await releaseUnusedFiles(tx, spaceId, now);
    });
    while ((await deleteSomeReleasedFiles(db, spaceId, now, FILES_AT_ONCE)) > 0);
  });
}
