// Codes that are out: each becomes a session when it is exchanged, so what ends a user's sessions ends them too.
import type { Db } from "../../kernel/sql/database.ts";
import { sql } from "../../kernel/sql/sql.ts";

/**
 * Ends the codes that nobody has exchanged, those for apps too, in a transaction that has locked the user. It runs before sessions are
 * ended: an exchange in progress holds the row of its code, so its session exists by then.
 */
export async function endCodes(tx: Db, userId: string): Promise<void> {
  await Promise.all([
    tx.run(sql`delete from flow_states where user_id = ${userId} and auth_code_hash is not null`),
    tx.run(sql`delete from oauth_authorizations where user_id = ${userId} and code_hash is not null and code_used_at is null`),
  ]);
}
