// Test support: waits until a statement of this database waits for a lock that the test holds.
import type { Db } from "../sql/database.ts";
import { sql } from "../sql/sql.ts";
import { until } from "./until.ts";

export async function untilLockWait(db: Db): Promise<void> {
  await until("somebody to wait for a lock", async () => {
    const { waiting } = await db.one<{ waiting: number }>(sql`
      select count(*)::int as waiting from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`);
    return waiting > 0;
  });
}
