// How owners of the server could sign in.
import type { Db } from "../../kernel/sql/database.ts";
import { sql } from "../../kernel/sql/sql.ts";

export interface OwnerWays {
  has_email: boolean;
  has_phone: boolean;
  has_password: boolean;
  has_passkey: boolean;
  /** `google`, `custom:work`, `sso:<uuid>`, `web3`, ... */
  providers: string[];
  /** Kinds of verified factors. */
  factors: string[];
}

const MOST_OWNERS = 1_000;

export function listOwnerWays(db: Db, now: Date): Promise<OwnerWays[]> {
  return db.many<OwnerWays>(sql`
    select users.email is not null as has_email,
           users.phone is not null as has_phone,
           users.encrypted_password is not null as has_password,
           exists (select from passkeys where passkeys.user_id = users.id) as has_passkey,
           to_json(array(select distinct provider from identities where identities.user_id = users.id)) as providers,
           to_json(array(select distinct factor_type from factors where factors.user_id = users.id and status = 'verified')) as factors
      from server_grants
      join users on users.id = server_grants.user_id
     where server_grants.role = 'owner'
       and users.deleted_at is null
       and (users.banned_until is null or users.banned_until <= ${now})
     order by users.id
     limit ${MOST_OWNERS}`);
}
