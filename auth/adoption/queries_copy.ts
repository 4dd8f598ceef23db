// The statements of an adoption: how far it is, and rows that cannot be copied by the database alone.
import type { Db } from "../../kernel/sql/database.ts";
import { sql, trusted } from "../../kernel/sql/sql.ts";

/** What was taken, by name. */
export type Counts = Record<string, number>;

export interface Adoption {
  copied_through: string | null;
  copied: Counts;
  finished_at: Date | null;
}

export async function beginAdoption(db: Db, theirs: string, version: string, now: Date): Promise<Adoption> {
  return db.one<Adoption>(sql`
    insert into adoptions (schema, version, began_at) values (${theirs}, ${version}, ${now})
    on conflict (schema) do update set version = excluded.version
    returning copied_through, copied, finished_at`);
}

export interface CopiedBatch {
  last: string;
  users: number;
  identities: number;
  sessions: number;
}

/** Undefined after the last user. */
export async function copyUsers(tx: Db, after: string, most: number): Promise<CopiedBatch | undefined> {
  const row = await tx.one<{ batch: CopiedBatch | null }>(sql`select copy_users(${after}::uuid, ${most}::int) as batch`);
  return row.batch ?? undefined;
}

export async function takeApps(tx: Db): Promise<void> {
  await tx.run(sql`select take_apps()`);
}

/** Of what is copied after the users. */
export async function countTaken(db: Db, theirs: string): Promise<Counts> {
  const from = trusted(theirs);
  const { hasApps, hasPasskeys } = await db.one<{ hasApps: boolean; hasPasskeys: boolean }>(sql`
    select to_regclass(${`${theirs}.oauth_consents`}) is not null as "hasApps",
           to_regclass(${`${theirs}.webauthn_credentials`}) is not null as "hasPasskeys"`);
  const none = sql`0`;
  const apps = sql`(select count(*) from oauth_clients here join ${from}.oauth_clients there on there.id::text = here.id)`;
  const consents = sql`(select count(*) from oauth_consents here
                          join ${from}.oauth_consents there on there.user_id = here.user_id and there.client_id::text = here.client_id)`;
  const passkeys = sql`(select count(*) from passkeys here join ${from}.webauthn_credentials there using (id))`;
  return db.one(sql`
    select ${hasApps ? apps : none} as apps, ${hasApps ? consents : none} as consents, ${hasPasskeys ? passkeys : none} as passkeys,
           (select count(*) from factors here join ${from}.mfa_factors there using (id)) as factors,
           (select count(*) from sso_providers here join ${from}.sso_providers there using (id)) as providers`);
}

/** Users who are not here, although all were copied. */
export async function listUsersLeft(db: Db, theirs: string): Promise<string[]> {
  const rows = await db.many<{ id: string }>(sql`
    select id from ${trusted(theirs)}.users there where not exists (select from users where users.id = there.id) order by id`);
  return rows.map(({ id }) => id);
}

export async function noteProgress(tx: Db, theirs: string, through: string, counts: Counts): Promise<void> {
  await tx.run(sql`update adoptions set copied_through = ${through}, copied = ${counts} where schema = ${theirs}`);
}

export async function finishAdoption(tx: Db, theirs: string, counts: Counts, now: Date): Promise<void> {
  await tx.run(sql`update adoptions set finished_at = ${now}, copied = ${counts} where schema = ${theirs}`);
}

/** For a statement that writes here what the adopted schema has already. */
export async function hearing(tx: Db): Promise<void> {
  await tx.run(sql`select set_config('cofre.hearing', '0', true)`);
}

/** For a large table. The columns of both schemas are compared in few statements. */
export async function analyze(db: Db): Promise<void> {
  for (const table of ["users", "identities", "sessions", "adopted_refresh_tokens"]) await db.run(sql`analyze ${trusted(table)}`);
}

export interface AdoptedFactor {
  id: string;
  user_id: string;
  factor_type: string;
  friendly_name: string | null;
  secret: string | null;
  phone: string | null;
  credential: unknown;
  created_at: string;
}

/** Verified factors that are not here. */
export function adoptedFactorsAfter(db: Db, theirs: string, after: string, most: number): Promise<AdoptedFactor[]> {
  return db.many(sql`
    select there.id, there.user_id, there.factor_type::text, there.friendly_name, there.secret, there.phone,
           there.web_authn_credential as credential, to_json(coalesce(heard_moment(there.created_at), now())) #>> '{}' as created_at
      from ${trusted(theirs)}.mfa_factors there
     where there.id > ${after}::uuid and there.status = 'verified' and not exists (select from factors where factors.id = there.id)
       and exists (select from users where users.id = there.user_id)
     order by there.id
     limit ${most}`);
}

/** Hashes that were encrypted by the other server, as they stand in its users. */
export function encryptedHashesAfter(db: Db, after: string, most: number): Promise<{ id: string; encrypted_password: string }[]> {
  return db.many(sql`
    select id, encrypted_password from users
     where id > ${after}::uuid and encrypted_password like '{%'
     order by id
     limit ${most}`);
}

export interface DerivedTokens {
  id: string;
  hmac_key: string;
  counter: number;
}

/** Sessions whose refresh tokens are derived from a key of their own. */
export async function derivedTokensAfter(db: Db, theirs: string, after: string, most: number): Promise<DerivedTokens[]> {
  const { exists } = await db.one<{ exists: boolean }>(sql`
    select exists (select from pg_attribute
                    where attrelid = to_regclass(${`${theirs}.sessions`}) and attname = 'refresh_token_hmac_key' and not attisdropped)`);
  if (!exists) return [];
  return db.many(sql`
    select there.id, there.refresh_token_hmac_key as hmac_key, there.refresh_token_counter as counter
      from ${trusted(theirs)}.sessions there
      join sessions on sessions.id = there.id
     where there.id > ${after}::uuid and there.refresh_token_hmac_key is not null and there.refresh_token_counter is not null
     order by there.id
     limit ${most}`);
}

export interface AdoptedProvider {
  id: string;
  resource_id: string | null;
  disabled: boolean;
  metadata_xml: string;
  metadata_url: string | null;
  attribute_mapping: unknown;
  name_id_format: string | null;
  domains: string[];
}

export function listAdoptedProviders(db: Db, theirs: string): Promise<AdoptedProvider[]> {
  const from = trusted(theirs);
  return db.many(sql`
    select provider.id, provider.resource_id, coalesce((to_jsonb(provider) ->> 'disabled')::boolean, false) as disabled, saml.metadata_xml,
           saml.metadata_url, saml.attribute_mapping, saml.name_id_format,
           coalesce((select json_agg(lower(domain) order by domain) from ${from}.sso_domains where sso_provider_id = provider.id), '[]') as domains
      from ${from}.sso_providers provider
      join ${from}.saml_providers saml on saml.sso_provider_id = provider.id
     where not exists (select from sso_providers where sso_providers.id = provider.id)
     order by provider.created_at, provider.id`);
}

export interface NotTakenCounts {
  open_links: number;
  unverified_factors: number;
  tokens_without_session: number;
  unknown_hashes: number;
  sessions_of_apps: number;
}

/** What an adoption does not take. */
export function countNotTaken(db: Db, theirs: string): Promise<NotTakenCounts> {
  const from = trusted(theirs);
  return db.one(sql`
    select (select count(*) from ${from}.one_time_tokens) as open_links,
           (select count(*) from ${from}.mfa_factors where status <> 'verified') as unverified_factors,
           (select count(*) from ${from}.refresh_tokens where not revoked and session_id is null) as tokens_without_session,
           (select count(*) from users
             where encrypted_password <> '' and encrypted_password !~ '^([$](2[aby]|argon2id?|argon2i|fbscrypt)[$]|{)') as unknown_hashes,
           (select count(*) from ${from}.sessions there where to_jsonb(there) ->> 'oauth_client_id' is not null) as sessions_of_apps`);
}

/** Their table came with a later migration. */
export async function countCustomProviders(db: Db, theirs: string): Promise<number> {
  const table = "custom_oauth_providers";
  const { exists } = await db.one<{ exists: boolean }>(sql`select to_regclass(${`${theirs}.${table}`}) is not null as exists`);
  if (!exists) return 0;
  return (await db.one<{ count: number }>(sql`select count(*) as count from ${trusted(theirs)}.${trusted(table)}`)).count;
}

/** Hashes of ours that the other server cannot verify: their users recover their password after a way back. */
export async function countOneWayHashes(db: Db): Promise<number> {
  const row = await db.one<{ count: number }>(sql`
    select count(*) from users
     where encrypted_password is not null and deleted_at is null
       and (encrypted_password !~ '^([$](2[aby]|argon2id|argon2i|fbscrypt)[$]|{)' or length(encrypted_password) > 255)`);
  return row.count;
}
