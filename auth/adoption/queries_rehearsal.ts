// What an adoption would take, counted as mirror/copy.sql takes it, without a table of ours.
import type { Db } from "../../kernel/sql/database.ts";
import { sql, trusted } from "../../kernel/sql/sql.ts";

export interface SourceCounts {
  users: number;
  /** Users whose address differs from a taken one's in its case only. */
  alike: number;
  identities: number;
  factors: number;
  sessions: number;
  passkeys: number;
  apps: number;
  consents: number;
  providers: number;
}

export async function countSource(db: Db, theirs: string): Promise<SourceCounts> {
  const from = trusted(theirs);
  const counted = await db.one<Omit<SourceCounts, "passkeys" | "apps" | "consents">>(sql`
    with alike as (
      select id from (select id, row_number() over (partition by lower(email) order by created_at, id) as place
                        from ${from}.users where not is_sso_user and email <> '') numbered
       where place > 1)
    select (select count(*) from ${from}.users) - (select count(*) from alike) as users,
           (select count(*) from alike) as alike,
           (select count(*) from ${from}.identities where user_id not in (select id from alike)) as identities,
           (select count(*) from ${from}.mfa_factors where status = 'verified' and user_id not in (select id from alike)) as factors,
           (select count(*) from ${from}.sessions there
             where (not_after is null or not_after > now()) and user_id not in (select id from alike)
               and to_jsonb(there) ->> 'oauth_client_id' is null
               and (to_jsonb(there) ->> 'refresh_token_hmac_key' is not null
                    or exists (select from ${from}.refresh_tokens where session_id = there.id and not revoked))) as sessions,
           (select count(*) from ${from}.saml_providers) as providers`);
  const [passkeys, apps, consents] = await countNewerTables(db, theirs);
  return { ...counted, passkeys, apps, consents };
}

/** Tables that came with later migrations. */
async function countNewerTables(db: Db, theirs: string): Promise<[passkeys: number, apps: number, consents: number]> {
  const from = trusted(theirs);
  const has = async (table: string) =>
    (await db.one<{ exists: boolean }>(sql`select to_regclass(${`${theirs}.${table}`}) is not null as exists`)).exists;
  const count = async (query: Promise<{ count: number }>) => (await query).count;
  const passkeys = (await has("webauthn_credentials"))
    ? await count(db.one(sql`select count(*) as count from ${from}.webauthn_credentials`))
    : 0;
  if (!(await has("oauth_consents"))) return [passkeys, 0, 0];
  return [
    passkeys,
    await count(db.one(sql`select count(*) as count from ${from}.oauth_clients where deleted_at is null`)),
    await count(
      db.one(sql`
        select count(*) as count
          from ${from}.oauth_consents consent
          join ${from}.oauth_clients client on client.id = consent.client_id and client.deleted_at is null
         where consent.revoked_at is null`),
    ),
  ];
}
