// What is read of accounts that move to another server.
import type { Db } from "../../kernel/sql/database.ts";
import { sql } from "../../kernel/sql/sql.ts";

type Row = Readonly<Record<string, unknown>>;

export interface LeavingFactor {
  id: string;
  factor_type: string;
  friendly_name: string;
  phone: string | null;
  /** In hexadecimal digits. */
  sealed_secret: string | null;
  credential: Row | null;
}

export interface LeavingUser {
  id: string;
  /** Everything else that stands in a line, but factors. */
  account: Row;
  factors: LeavingFactor[];
}

/** In the order of ids. Users of single sign-on come by their provider, and deleted ones are gone. */
export function listLeavingUsers(db: Db, after: string, most: number): Promise<LeavingUser[]> {
  return db.many<LeavingUser>(sql`
    select users.id,
           json_build_object(
             'id', users.id, 'email', users.email, 'phone', users.phone, 'password_hash', users.encrypted_password,
             'email_confirmed_at', users.email_confirmed_at, 'phone_confirmed_at', users.phone_confirmed_at,
             'invited_at', users.invited_at, 'last_sign_in_at', users.last_sign_in_at,
             'banned_until', case when users.banned_until = 'infinity' then timestamptz '9999-12-31' else users.banned_until end,
             'created_at', users.created_at, 'updated_at', users.updated_at, 'app_metadata', users.raw_app_meta_data,
             'user_metadata', users.raw_user_meta_data, 'is_anonymous', users.is_anonymous,
             'identities', coalesce((
               select json_agg(json_build_object(
                        'id', identities.id, 'provider', provider, 'provider_id', provider_id, 'identity_data', identity_data,
                        'last_sign_in_at', identities.last_sign_in_at) order by identities.created_at, identities.id)
                 from identities where identities.user_id = users.id), '[]'),
             'passkeys', coalesce((
               select json_agg(json_build_object(
                        'id', passkeys.id, 'credential_id', credential_id, 'public_key', public_key, 'sign_count', sign_count,
                        'aaguid', aaguid, 'transports', transports, 'device_type', device_type, 'backed_up', backed_up,
                        'friendly_name', friendly_name) order by passkeys.created_at, passkeys.id)
                 from passkeys where passkeys.user_id = users.id), '[]')) as account,
           coalesce((
             select json_agg(json_build_object(
                      'id', factors.id, 'factor_type', factor_type, 'friendly_name', friendly_name, 'phone', phone,
                      'sealed_secret', encode(sealed_secret, 'hex'), 'credential', credential) order by factors.created_at, factors.id)
               from factors
              where factors.user_id = users.id and status = 'verified' and factor_type <> 'recovery_code'), '[]') as factors
      from users
     where users.id > ${after}::uuid and users.deleted_at is null and users.sso_email is null
       and not exists (select from identities where identities.user_id = users.id and provider like 'sso:%')
     order by users.id
     limit ${most}::int8`);
}
