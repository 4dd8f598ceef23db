// Test support: a database as a Supabase has it, with the tables of Supabase Auth 2.196, described by hand.
import type { Template } from "../../kernel/testing/database.ts";
import { type PlainClient, plainClient } from "../../kernel/testing/plain_client.ts";
import { startTestAuth, type TestAuth } from "../testing.ts";
import { GOTRUE_MIGRATIONS } from "./gotrue_versions.ts";

export const AUTH_ADMIN = "supabase_auth_admin";

const ROLE_ATTRIBUTES = {
  [AUTH_ADMIN]: "noinherit createrole login password 'gate'",
  dashboard_user: "",
  anon: "",
  authenticated: "",
  service_role: "bypassrls",
};

/** Services under test create some of them too, without this lock. */
const ROLES = `
select pg_advisory_xact_lock(hashtext('roles of a supabase'));
do $$ begin
  ${Object.entries(ROLE_ATTRIBUTES)
    .map(
      ([role, attributes]) =>
        `begin create role ${role} ${attributes}; exception when duplicate_object or unique_violation then null; end;`,
    )
    .join("\n  ")}
end $$;
alter role ${AUTH_ADMIN} set search_path = auth;
alter role ${AUTH_ADMIN} set idle_in_transaction_session_timeout = 60000;
`;

const RIGHTS = `
revoke create on database :database from public;
create schema auth;
grant all on schema auth to ${AUTH_ADMIN};
grant usage on schema auth to anon, authenticated, service_role, dashboard_user;
alter default privileges for role ${AUTH_ADMIN} in schema auth grant all on tables to dashboard_user;
`;

/** What the image has before any server ran. */
export const IMAGE = `
set role ${AUTH_ADMIN};
create table auth.users (
  instance_id uuid, id uuid primary key unique, aud varchar(255), role varchar(255), email varchar(255) unique,
  encrypted_password varchar(255), confirmed_at timestamptz, invited_at timestamptz, confirmation_token varchar(255),
  confirmation_sent_at timestamptz, recovery_token varchar(255), recovery_sent_at timestamptz, email_change_token varchar(255),
  email_change varchar(255), email_change_sent_at timestamptz, last_sign_in_at timestamptz, raw_app_meta_data jsonb,
  raw_user_meta_data jsonb, is_super_admin boolean, created_at timestamptz, updated_at timestamptz);
create table auth.refresh_tokens (
  instance_id uuid, id bigserial primary key, token varchar(255), user_id varchar(255), revoked boolean, created_at timestamptz, updated_at timestamptz);
create table auth.instances (id uuid primary key, uuid uuid, raw_base_config text, created_at timestamptz, updated_at timestamptz);
create table auth.audit_log_entries (instance_id uuid, id uuid primary key, payload json, created_at timestamptz);
create table auth.schema_migrations (version varchar(255) primary key);
insert into auth.schema_migrations values ('20171026211738'), ('20171026211834'), ('20180125194653');
create function auth.uid() returns uuid language sql stable as $$ select nullif(current_setting('request.jwt.claim.sub', true), '')::uuid $$;
create function auth.role() returns text language sql stable as $$ select nullif(current_setting('request.jwt.claim.role', true), '')::text $$;
reset role;
`;

const SERVER = `
set role ${AUTH_ADMIN};
create type auth.factor_type as enum ('totp', 'webauthn', 'phone');
create type auth.factor_status as enum ('unverified', 'verified');
create type auth.aal_level as enum ('aal1', 'aal2', 'aal3');
create type auth.one_time_token_type as enum ('confirmation_token', 'reauthentication_token', 'recovery_token', 'email_change_token_new', 'email_change_token_current', 'phone_change_token');
create type auth.oauth_registration_type as enum ('dynamic', 'manual');
create type auth.oauth_client_type as enum ('public', 'confidential');
create table auth.users (
  instance_id uuid, id uuid primary key, aud varchar(255), role varchar(255), email varchar(255), encrypted_password varchar(255),
  email_confirmed_at timestamptz, invited_at timestamptz, confirmation_token varchar(255), confirmation_sent_at timestamptz,
  recovery_token varchar(255), recovery_sent_at timestamptz, email_change_token_new varchar(255), email_change varchar(255),
  email_change_sent_at timestamptz, last_sign_in_at timestamptz, raw_app_meta_data jsonb, raw_user_meta_data jsonb, is_super_admin boolean,
  created_at timestamptz, updated_at timestamptz, phone text unique default null, phone_confirmed_at timestamptz, phone_change text default '',
  phone_change_token varchar(255) default '', phone_change_sent_at timestamptz,
  confirmed_at timestamptz generated always as (least(email_confirmed_at, phone_confirmed_at)) stored,
  email_change_token_current varchar(255) default '', email_change_confirm_status smallint default 0 check (email_change_confirm_status between 0 and 2),
  banned_until timestamptz, reauthentication_token varchar(255) default '', reauthentication_sent_at timestamptz,
  is_sso_user boolean not null default false, deleted_at timestamptz, is_anonymous boolean not null default false);
create unique index users_email_partial_key on auth.users (email) where is_sso_user = false;
create index users_instance_id_email_idx on auth.users (instance_id, lower(email));
create index users_instance_id_idx on auth.users (instance_id);
create index users_is_anonymous_idx on auth.users (is_anonymous);
create unique index confirmation_token_idx on auth.users (confirmation_token) where confirmation_token !~ '^[0-9 ]*$';
create unique index recovery_token_idx on auth.users (recovery_token) where recovery_token !~ '^[0-9 ]*$';
create unique index email_change_token_current_idx on auth.users (email_change_token_current) where email_change_token_current !~ '^[0-9 ]*$';
create unique index email_change_token_new_idx on auth.users (email_change_token_new) where email_change_token_new !~ '^[0-9 ]*$';
create unique index reauthentication_token_idx on auth.users (reauthentication_token) where reauthentication_token !~ '^[0-9 ]*$';
create table auth.identities (
  provider_id text not null, user_id uuid not null references auth.users on delete cascade, identity_data jsonb not null, provider text not null,
  last_sign_in_at timestamptz, created_at timestamptz, updated_at timestamptz,
  email text generated always as (lower(identity_data ->> 'email')) stored, id uuid primary key default gen_random_uuid(), unique (provider_id, provider));
create index identities_user_id_idx on auth.identities (user_id);
create table auth.oauth_clients (
  id uuid primary key, client_secret_hash text, registration_type auth.oauth_registration_type not null, redirect_uris text not null,
  grant_types text not null, client_name text, client_uri text, logo_uri text, created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(), deleted_at timestamptz, client_type auth.oauth_client_type not null default 'confidential',
  token_endpoint_auth_method text not null);
create table auth.sessions (
  id uuid primary key, user_id uuid not null references auth.users on delete cascade, created_at timestamptz, updated_at timestamptz,
  factor_id uuid, aal auth.aal_level, not_after timestamptz, refreshed_at timestamp, user_agent text, ip inet, tag text,
  oauth_client_id uuid references auth.oauth_clients on delete cascade, refresh_token_hmac_key text, refresh_token_counter bigint, scopes text);
create index sessions_user_id_idx on auth.sessions (user_id);
create index user_id_created_at_idx on auth.sessions (user_id, created_at);
create index sessions_not_after_idx on auth.sessions (not_after desc);
create index sessions_oauth_client_id_idx on auth.sessions (oauth_client_id);
create table auth.refresh_tokens (
  instance_id uuid, id bigserial primary key, token varchar(255) unique, user_id varchar(255), revoked boolean, created_at timestamptz,
  updated_at timestamptz, parent varchar(255), session_id uuid references auth.sessions on delete cascade);
create index refresh_tokens_session_id_revoked_idx on auth.refresh_tokens (session_id, revoked);
create table auth.mfa_factors (
  id uuid primary key, user_id uuid not null references auth.users on delete cascade, friendly_name text, factor_type auth.factor_type not null,
  status auth.factor_status not null, created_at timestamptz not null, updated_at timestamptz not null, secret text, phone text,
  last_challenged_at timestamptz unique, web_authn_credential jsonb, web_authn_aaguid uuid, last_webauthn_challenge_data jsonb);
create unique index mfa_factors_user_friendly_name_unique on auth.mfa_factors (friendly_name, user_id) where trim(friendly_name) <> '';
create unique index unique_phone_factor_per_user on auth.mfa_factors (user_id, phone);
create table auth.mfa_amr_claims (
  session_id uuid not null references auth.sessions on delete cascade, created_at timestamptz not null, updated_at timestamptz not null,
  authentication_method text not null, id uuid primary key, unique (session_id, authentication_method));
create table auth.one_time_tokens (
  id uuid primary key, user_id uuid not null references auth.users on delete cascade, token_type auth.one_time_token_type not null,
  token_hash text not null, relates_to text not null, created_at timestamp not null default now(), updated_at timestamp not null default now());
create table auth.sso_providers (id uuid primary key, resource_id text, created_at timestamptz, updated_at timestamptz, disabled boolean);
create table auth.sso_domains (
  id uuid primary key, sso_provider_id uuid not null references auth.sso_providers on delete cascade, domain text not null, created_at timestamptz, updated_at timestamptz);
create table auth.saml_providers (
  id uuid primary key, sso_provider_id uuid not null references auth.sso_providers on delete cascade, entity_id text not null unique,
  metadata_xml text not null, metadata_url text, attribute_mapping jsonb, created_at timestamptz, updated_at timestamptz, name_id_format text);
create table auth.custom_oauth_providers (
  id uuid primary key default gen_random_uuid(), provider_type text not null default 'oauth2', identifier text not null, name text not null);
create table auth.oauth_consents (
  id uuid primary key, user_id uuid not null references auth.users on delete cascade, client_id uuid not null references auth.oauth_clients on delete cascade,
  scopes text not null, granted_at timestamptz not null default now(), revoked_at timestamptz, unique (user_id, client_id));
create table auth.webauthn_credentials (
  id uuid primary key default gen_random_uuid(), user_id uuid not null references auth.users on delete cascade, credential_id bytea not null unique,
  public_key bytea not null, attestation_type text not null default '', aaguid uuid, sign_count bigint not null default 0,
  transports jsonb not null default '[]', backup_eligible boolean not null default false, backed_up boolean not null default false,
  friendly_name text not null default '', created_at timestamptz not null default now(), updated_at timestamptz not null default now(), last_used_at timestamptz);
create table auth.schema_migrations (version varchar(255) primary key);
insert into auth.schema_migrations values ('00'), ${GOTRUE_MIGRATIONS.map((version) => `('${version}')`).join(", ")};
create function auth.uid() returns uuid language sql stable as $$
  select coalesce(nullif(current_setting('request.jwt.claim.sub', true), ''), (nullif(current_setting('request.jwt.claims', true), '')::jsonb ->> 'sub'))::uuid $$;
alter table auth.users enable row level security;
alter table auth.identities enable row level security;
alter table auth.sessions enable row level security;
alter table auth.mfa_factors enable row level security;
reset role;
`;

export async function onDatabase<T>(url: string, work: (client: PlainClient) => Promise<T>): Promise<T> {
  await using client = await plainClient(url);
  return await work(client);
}

/** Roles belong to the whole server, on which other tests create them meanwhile, but a lock to one database: to this one. */
const COMMON_DATABASE = "postgres";

function createRoles(url: string): Promise<unknown> {
  const common = new URL(url);
  common.pathname = `/${COMMON_DATABASE}`;
  return onDatabase(common.href, (client) => client.query(ROLES));
}

const templateOf = (name: string, tables: string): Template => ({
  name,
  prepare: async (url) => {
    await createRoles(url);
    await onDatabase(url, async (client) => {
      await client.query(RIGHTS.replace(":database", new URL(url).pathname.slice(1)));
      await client.query(tables);
    });
  },
});

/** With the tables of a Supabase Auth that has run. */
export const SUPABASE = templateOf(`supabase ${SERVER}`, SERVER);
/** Of the image, before its Supabase Auth has run. */
export const SUPABASE_IMAGE = templateOf(`supabase image ${IMAGE}`, IMAGE);

/** The same database, as the user of Supabase Auth. */
export function asAuthAdmin(url: string): string {
  const address = new URL(url);
  address.username = AUTH_ADMIN;
  address.password = "gate";
  return address.href;
}

/** What `postgres` pastes, where the server's user may create no schema. */
export const GRANT = `create schema if not exists cofre_auth; grant all on schema cofre_auth to ${AUTH_ADMIN};`;

export interface AdoptedAuth extends TestAuth {
  /** Statements of others, as the owner of the database. */
  sql(text: string, values?: unknown[]): Promise<Record<string, unknown>[]>;
}

/** Cofre in the place of a Supabase Auth. `fill`: what was there before. */
export async function startAdopted(
  fill = "",
  { variables = {}, template = SUPABASE }: { variables?: Record<string, string>; template?: Template } = {},
): Promise<AdoptedAuth> {
  const filled: Template = {
    name: `${template.name} ${fill}`,
    prepare: async (url) => {
      await template.prepare(url);
      await onDatabase(url, (client) => client.query(`${GRANT} ${fill}`));
    },
  };
  const auth = await startTestAuth({ ADOPT: "supabase", ...variables }, asAuthAdmin, { copyOf: filled });
  const client = await plainClient(auth.database.url);
  return {
    ...auth,
    sql: (text, values) => client.query(text, values),
    [Symbol.asyncDispose]: async () => {
      await client[Symbol.asyncDispose]();
      await auth[Symbol.asyncDispose]();
    },
  };
}
