// The sums of a space's own months, as they are built from its rows.
import { jobSchema } from "../../kernel/config/schema_name.ts";
import { addJob } from "../../kernel/jobs.ts";
import type { Db } from "../../kernel/sql/database.ts";
import { sql, trusted } from "../../kernel/sql/sql.ts";
import { SUM_NAMES } from "../sums/differences.ts";
import { accountSums, categorySums, type SpaceMonths } from "./space_months.ts";

/** The name of the job. */
export const BUILD_SPACE_MONTHS = "build_space_months";

/** One for each space, however many reads ask for it. */
export async function addBuildJob(db: Db, schema: string, spaceId: number): Promise<void> {
  const key = `${BUILD_SPACE_MONTHS} ${spaceId}`;
  await db.run(sql`select ${addJob(jobSchema(schema), BUILD_SPACE_MONTHS, { space_id: spaceId }, { key })}`);
}

export async function findOldestDay(tx: Db, spaceId: number): Promise<string | undefined> {
  const row = await tx.maybeOne<{ date: string }>(sql`
    select date from transactions where space_id = ${spaceId} order by date, id limit 1`);
  return row?.date;
}

/** The date of the row after so many from that day on; undefined where there are not as many. */
export async function findStepEnd(tx: Db, spaceId: number, day: string, rows: number): Promise<string | undefined> {
  const row = await tx.maybeOne<{ date: string }>(sql`
    select date
      from transactions
     where space_id = ${spaceId} and date >= ${day}::date
     order by date, id
    offset ${rows}::int
     limit 1`);
  return row?.date;
}

export async function deleteSpaceMonths(tx: Db, spaceId: number): Promise<void> {
  await tx.run(sql`delete from account_space_months where space_id = ${spaceId}`);
  await tx.run(sql`delete from category_space_months where space_id = ${spaceId}`);
}

/** Of the months from one to another, both by their names. */
export async function insertSpaceMonths(
  tx: Db,
  spaceId: number,
  months: SpaceMonths,
  { first, last }: { first: string; last: string },
): Promise<void> {
  const days = { start: months.days(first).start, end: months.days(last).end };
  const names = trusted(SUM_NAMES.join(", "));
  const accounts = accountSums(spaceId, months, days);
  const categories = categorySums(spaceId, months, days);
  await tx.run(sql`
    ${accounts.before}
    insert into account_space_months (space_id, account_id, month, ${names})
    select space_id, account_id, month, ${names} from ${accounts.table}`);
  await tx.run(sql`
    ${categories.before}
    insert into category_space_months (space_id, category_id, month, paid_cents, unpaid_cents)
    select space_id, category_id, month, paid_cents, unpaid_cents from ${categories.table}`);
}
