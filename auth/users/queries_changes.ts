// The statements on `user_changes`: what happened to users, for services that keep something about them.
import type { Db } from "../../kernel/sql/database.ts";
import { sql } from "../../kernel/sql/sql.ts";

export type UserChange =
  | ("banned" | "unbanned" | "deleted" | "password_changed" | "email_changed" | "role_changed" | "app_ended")
  | "factors_changed";

/** Written in the transaction that makes the changes. */
export async function noteChanges(tx: Db, userId: string, changes: readonly UserChange[], now: Date): Promise<void> {
  if (changes.length === 0) return;
  await tx.run(sql`
    insert into user_changes (user_id, change, created_at)
    select ${userId}::uuid, change, ${now}::timestamptz from unnest(${changes}::text[]) as change`);
}
