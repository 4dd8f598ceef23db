// The statement with which administrators see what a user signs in with, without seeing any of it.
import type { Db } from "../../kernel/sql/database.ts";
import { sql } from "../../kernel/sql/sql.ts";

export interface Credentials {
  encrypted_password: string | null;
  /** Null where it is still the first one. */
  password_changed_at: Date | null;
  has_recovery_codes: boolean;
}

export function findCredentials(db: Db, userId: string): Promise<Credentials | undefined> {
  return db.maybeOne<Credentials>(sql`
    select users.encrypted_password,
           (select max(created_at) from user_changes
             where user_changes.user_id = users.id and change = 'password_changed') as password_changed_at,
           exists (select from factors join recovery_codes on recovery_codes.factor_id = factors.id
                    where factors.user_id = users.id and factors.factor_type = 'recovery_code' and recovery_codes.used_at is null)
             as has_recovery_codes
      from users
     where users.id = ${userId}`);
}
