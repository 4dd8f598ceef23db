// The statements on `identities`, and users together with theirs.
import { type Sql, sql, trusted } from "../../kernel/sql/sql.ts";
import { userColumns } from "../users/queries.ts";
import type { Metadata } from "../users/user.ts";

export interface NewIdentity {
  id: string;
  provider: string;
  providerId: string;
  identityData: Metadata;
  now: Date;
}

/** Inserts an identity for each row of `account`, a CTE with users. */
export function identityInsert(identity: NewIdentity): Sql {
  const { id, provider, providerId, identityData, now } = identity;
  return sql`
    insert into identities (id, provider, provider_id, user_id, identity_data, last_sign_in_at, created_at, updated_at)
    select ${id}::uuid, ${provider}, ${providerId}, account.id, ${identityData}::jsonb, ${now}::timestamptz, ${now}, ${now}
      from account
    returning *`;
}

/** Brings the identity of the one row of `account` up to date. */
export function identityRenewal({ provider, providerId, identityData, now }: Omit<NewIdentity, "id">): Sql {
  return sql`
    update identities
       set identity_data = ${identityData}::jsonb, last_sign_in_at = ${now}::timestamptz, updated_at = ${now}
      from account
     where identities.user_id = account.id and provider = ${provider} and provider_id = ${providerId}
    returning identities.*`;
}

/**
 * The select list of a user with identities, for a statement that has the user as `account`. A statement sees no rows that it has
 * inserted itself, so one that makes the identity names its CTE here.
 */
export function userWithIdentities(identities: Sql = trusted("identities")): Sql {
  return sql`${userColumns}, coalesce((
    select json_agg(json_build_object(
             'identity_id', identity.id, 'id', identity.provider_id, 'user_id', identity.user_id,
             'identity_data', identity.identity_data, 'provider', identity.provider, 'last_sign_in_at', identity.last_sign_in_at,
             'created_at', identity.created_at, 'updated_at', identity.updated_at, 'email', identity.email
           ) order by identity.created_at, identity.id)
      from ${identities} identity
     where identity.user_id = account.id), '[]') as identities`;
}
