// The statements on `user_changes`: what happened to users, for services that keep something about them.
import { type Sql, sql } from "../../kernel/sql/sql.ts";

export type UserChange = "banned" | "unbanned" | "deleted" | "password_changed" | "email_changed" | "role_changed";

/**
 * Writes the changes of each row of `account`, a CTE with users, as the body of a CTE of the statement that makes them. No changes are
 * no rows. `condition` may look at `account`.
 */
export function userChange(changes: UserChange | readonly UserChange[], now: Date, condition: Sql = sql`true`): Sql {
  return sql`
    insert into user_changes (user_id, change, created_at)
    select account.id, change.word, ${now}::timestamptz
      from account
     cross join unnest(${[changes].flat()}::text[]) as change (word)
     where ${condition}`;
}
