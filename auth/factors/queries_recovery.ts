// The statements on `recovery_codes`.
import type { Db } from "../../kernel/sql/database.ts";
import { sql } from "../../kernel/sql/sql.ts";

/** In place of those that there were. */
export async function putRecoveryCodes(tx: Db, factorId: string, macs: readonly Buffer[]): Promise<void> {
  const hex = macs.map((mac) => mac.toString("hex"));
  await Promise.all([
    tx.run(sql`delete from recovery_codes where factor_id = ${factorId}`),
    tx.run(sql`
      insert into recovery_codes (factor_id, code_mac)
      select ${factorId}::uuid, decode(mac, 'hex') from unnest(${hex}::text[]) as mac`),
  ]);
}

/** The user's unused ones. */
export async function listRecoveryCodes(tx: Db, userId: string): Promise<Buffer[]> {
  const rows = await tx.many<{ code_mac: Buffer }>(sql`
    select code.code_mac
      from factors factor join recovery_codes code on code.factor_id = factor.id
     where factor.user_id = ${userId} and factor.factor_type = 'recovery_code' and code.used_at is null`);
  return rows.map(({ code_mac: mac }) => mac);
}

export async function spendRecoveryCode(tx: Db, factorId: string, mac: Buffer, now: Date): Promise<void> {
  await tx.run(sql`update recovery_codes set used_at = ${now} where factor_id = ${factorId} and code_mac = ${mac}::bytea`);
}

export function countRecoveryCodes(db: Db, factorId: string): Promise<{ total: number; remaining: number }> {
  return db.one(sql`
    select count(*) as total, count(*) filter (where used_at is null) as remaining from recovery_codes where factor_id = ${factorId}`);
}
