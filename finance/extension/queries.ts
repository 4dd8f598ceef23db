// What has to be known to make the next rows of fixed series.
import { jobSchema } from "../../kernel/config/schema_name.ts";
import { addJob } from "../../kernel/jobs.ts";
import type { Db } from "../../kernel/sql/database.ts";
import { sql } from "../../kernel/sql/sql.ts";
import { seriesColumns } from "../series/queries.ts";
import type { StoredSeries } from "../tables/tables.ts";

/** Fixed series that still make rows, by their ids. */
export function listOpenSeries(db: Db, spaceId: number): Promise<StoredSeries[]> {
  return db.many<StoredSeries>(sql`
    select ${seriesColumns} from series where space_id = ${spaceId} and kind = 'fixed' and not ended order by id`);
}

export interface Reach {
  time_zone: string;
  extended_through: string;
}

export function findReach(db: Db, spaceId: number): Promise<Reach | undefined> {
  return db.maybeOne<Reach>(sql`select time_zone, extended_through from spaces where space_id = ${spaceId}`);
}

/** The name of the job. */
export const EXTEND = "extend_series";

/** Its key keeps replicas that start together from adding it more than once. */
export async function addExtensionJob(db: Db, schema: string): Promise<void> {
  await db.run(sql`select ${addJob(jobSchema(schema), EXTEND, {}, { key: EXTEND })}`);
}
