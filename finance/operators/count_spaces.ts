// The nightly job that counts what operators see. It reads one space at a time, so that no question is about several.
import type { Log } from "../../kernel/log/log.ts";
import { type Database, DatabaseAway } from "../../kernel/sql/database.ts";
import { forEachSpace } from "../post/each_space.ts";
import {
  type Counts,
  countPeople,
  countRows,
  listFailingWebhooks,
  readDatabaseSize,
  type SpaceCount,
  writeCounts,
} from "./queries.ts";

/** So many spaces are named. */
const MOST_NAMED = 50;
/** More in a row mean that not one machine of a cluster is away, but the database. */
const MOST_UNREAD = 20;

export const countSpacesJob = (db: Database, log: Log, now: () => Date) => ({
  name: "count_spaces",
  cron: "41 4 * * *",
  run: async () => {
    const { spaces, unread } = await countSpaces(db, now());
    if (unread > 0) log.warn({ spaces, unread }, "some spaces were not counted for operators: their machine is away");
  },
});

export async function countSpaces(db: Database, now: Date): Promise<Counts> {
  const sums = { spaces: 0, unread: 0, transactions: 0, changes: 0 };
  let largest: SpaceCount[] = [];
  let unreadInARow = 0;
  await forEachSpace(db, async (spaceId) => {
    try {
      const [rows, people] = await Promise.all([countRows(db, spaceId), countPeople(db, spaceId)]);
      unreadInARow = 0;
      if (!rows) return;
      sums.spaces++;
      sums.transactions += rows.transactions;
      sums.changes += rows.changes;
      largest.push({ ...rows, people });
      if (largest.length >= 2 * MOST_NAMED) largest = largestOf(largest);
    } catch (error) {
      if (!(error instanceof DatabaseAway) || ++unreadInARow >= MOST_UNREAD) throw error;
      sums.unread++;
    }
  });
  const failing = await listFailingWebhooks(db);
  const counts: Counts = {
    ...sums,
    database_bytes: await readDatabaseSize(db),
    largest: largestOf(largest),
    failing_webhooks: failing.reduce((sum, { webhooks }) => sum + webhooks, 0),
    failing: failing.slice(0, MOST_NAMED),
  };
  await writeCounts(db, counts, now);
  return counts;
}

const largestOf = (spaces: readonly SpaceCount[]) =>
  spaces.toSorted((one, other) => other.transactions - one.transactions || one.space_id - other.space_id).slice(0, MOST_NAMED);
