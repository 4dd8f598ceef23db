// Test support: the tables of a Supabase Auth database that are read, in a schema of their own.

export const SUPABASE_SCHEMA: readonly string[] = [
  "create schema supa",
  "create type supa.factor_type as enum ('totp', 'webauthn', 'phone')",
  "create type supa.factor_status as enum ('unverified', 'verified')",
  `create table supa.users (
    instance_id uuid, id uuid primary key, aud varchar(255), role varchar(255), email varchar(255), encrypted_password varchar(255),
    email_confirmed_at timestamptz, invited_at timestamptz, confirmation_token varchar(255), confirmation_sent_at timestamptz,
    recovery_token varchar(255), recovery_sent_at timestamptz, last_sign_in_at timestamptz, raw_app_meta_data jsonb,
    raw_user_meta_data jsonb, is_super_admin boolean, created_at timestamptz, updated_at timestamptz, phone text unique,
    phone_confirmed_at timestamptz, banned_until timestamptz, is_sso_user boolean not null default false, deleted_at timestamptz,
    is_anonymous boolean not null default false)`,
  `create table supa.identities (
    id uuid primary key, provider_id text not null, user_id uuid not null references supa.users, identity_data jsonb not null,
    provider text not null, last_sign_in_at timestamptz, created_at timestamptz, updated_at timestamptz, unique (provider_id, provider))`,
  `create table supa.mfa_factors (
    id uuid primary key, user_id uuid not null references supa.users, friendly_name text, factor_type supa.factor_type not null,
    status supa.factor_status not null, created_at timestamptz not null, updated_at timestamptz not null, secret text, phone text,
    last_challenged_at timestamptz, web_authn_credential jsonb, web_authn_aaguid uuid)`,
];
