// Days in statements that are prepared once.
import { type Sql, sql } from "../../kernel/sql/sql.ts";

/**
 * A day that the planner does not see. A range whose ends it sees looks so much cheaper to it than one whose ends it does not that it
 * plans the statement anew at every call, which takes longer than the answer.
 */
export const unseen = (day: string): Sql => sql`(select ${day}::date)`;
