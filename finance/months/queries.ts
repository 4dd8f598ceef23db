// The rule by which the months of a space begin.
import type { Db } from "../../kernel/sql/database.ts";
import { sql } from "../../kernel/sql/sql.ts";
import { type Months, monthsOf, type Weekend } from "../calendar/months.ts";
import type { StoredSpace } from "../post/stored_space.ts";

type StoredRule = Pick<StoredSpace, "month_start_day" | "month_start_weekend">;

export const monthsOfSpace = ({ month_start_day: startDay, month_start_weekend: weekend }: StoredRule): Months =>
  monthsOf({ startDay, weekend });

export async function findMonths(db: Db, spaceId: number): Promise<Months> {
  const rule = await db.one<{ month_start_day: number; month_start_weekend: Weekend }>(sql`
    select month_start_day, month_start_weekend from spaces where space_id = ${spaceId}`);
  return monthsOfSpace(rule);
}
