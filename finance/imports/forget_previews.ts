// Previews that nobody applied are forgotten after a while, and what was being read by a process that ended, soon.
import type { Database } from "../../kernel/sql/database.ts";
import { forEachSpace } from "../post/each_space.ts";
import { deleteOldPreviews } from "./queries.ts";

export const forgetPreviewsJob = (db: Database, now: () => Date) => ({
  name: "forget_previews",
  cron: "56 3 * * *",
  run: () => forgetPreviews(db, now()),
});

const DAY_MS = 24 * 3600 * 1000;
export const PREVIEW_DAYS = 7;

export function forgetPreviews(db: Database, now: Date): Promise<void> {
  const before = { preview: new Date(now.getTime() - PREVIEW_DAYS * DAY_MS), reading: new Date(now.getTime() - DAY_MS) };
  return forEachSpace(db, (spaceId) => deleteOldPreviews(db, spaceId, before));
}
