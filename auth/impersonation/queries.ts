// The table `support_codes`.
import type { Db } from "../../kernel/sql/database.ts";
import { sql } from "../../kernel/sql/sql.ts";

export async function keepSupportCode(db: Db, userId: string, codeHash: Buffer, expiresAt: Date): Promise<void> {
  await db.run(sql`
    insert into support_codes (user_id, code_hash, expires_at)
    values (${userId}, ${codeHash}, ${expiresAt})
    on conflict (user_id) do update set code_hash = excluded.code_hash, expires_at = excluded.expires_at`);
}

/** Whether it was good. Nobody uses it twice: the second of two waits for the row, and finds none. */
export async function spendSupportCode(tx: Db, userId: string, codeHash: Buffer, now: Date): Promise<boolean> {
  const spent = await tx.run(sql`
    delete from support_codes where user_id = ${userId} and code_hash = ${codeHash} and expires_at > ${now}`);
  return spent > 0;
}

export async function purgeSupportCodes(db: Db, now: Date): Promise<number> {
  return db.run(sql`delete from support_codes where expires_at <= ${now}`);
}
