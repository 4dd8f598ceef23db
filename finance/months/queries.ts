// The rule by which the months of a space begin, and whether sums by it are kept.
import type { Db } from "../../kernel/sql/database.ts";
import { sql } from "../../kernel/sql/sql.ts";
import type { Weekend } from "../calendar/months.ts";
import { LAST_NAME, monthsOfSpace } from "../post/space_months.ts";
import { BY_CALENDAR, type SpaceMonths } from "./space_months.ts";

export async function findMonths(db: Db, spaceId: number): Promise<SpaceMonths> {
  const row = await db.one<{ month_start_day: number; month_start_weekend: Weekend; is_kept: boolean | null }>(sql`
    select month_start_day, month_start_weekend,
           space_months_version = version and space_months_through = ${LAST_NAME}::date as is_kept
      from spaces
     where space_id = ${spaceId}`);
  const months = monthsOfSpace(row);
  if (months.rule === BY_CALENDAR.rule) return BY_CALENDAR;
  return { ...months, sums: row.is_kept ? "kept" : "rows" };
}
