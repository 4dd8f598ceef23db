// Takes away at night the files that nothing refers to: received and never posted for a day, removed for 30.
import type { Database } from "../../kernel/sql/database.ts";
import { forEachSpace } from "../post/each_space.ts";
import { lockSpaceRow } from "../post/queries.ts";
import { KEPT_MS } from "./file_store.ts";
import { deleteSomeReleasedFiles, hasFiles, keepReferencedFiles, releaseUnusedFiles } from "./queries.ts";

export const forgetFilesJob = (db: Database, now: () => Date) => ({
  name: "forget_files",
  cron: "11 4 * * *",
  run: () => forgetFiles(db, now()),
});

const FILES_AT_ONCE = 20;
/** What is removed today stays for as long: so a file in use always has that much before it. */
const LEAST_KEPT_MS = 31 * 24 * 3600 * 1000;

export function forgetFiles(db: Database, now: Date): Promise<void> {
  const endingBefore = new Date(now.getTime() + LEAST_KEPT_MS);
  const until = new Date(now.getTime() + KEPT_MS);
  return forEachSpace(db, async (spaceId) => {
    if (!(await hasFiles(db, spaceId))) return;
    await keepReferencedFiles(db, spaceId, endingBefore, until);
    await db.transaction(async (tx) => {
      await lockSpaceRow(tx, spaceId);
      await releaseUnusedFiles(tx, spaceId, now);
    });
    while ((await deleteSomeReleasedFiles(db, spaceId, now, FILES_AT_ONCE)) > 0);
  });
}
