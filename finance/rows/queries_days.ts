// Days in statements that are prepared once.
import { type Sql, sql } from "../../kernel/sql/sql.ts";

/**
 * A day that is hidden from the planner. A range with visible ends looks so cheap that the statement is planned again at every
 * call, which costs more than running it.
 */
export const unseen = (day: string): Sql => sql`(select ${day}::date)`;
