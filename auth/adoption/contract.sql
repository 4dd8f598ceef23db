-- The tables that programs of a Supabase read, for a database whose Supabase Auth has never been started. That server brings what is
-- missing when it starts: its migrations create only what is not there.
create table if not exists {theirs}.users (
  instance_id uuid,
  id uuid primary key,
  aud varchar(255),
  role varchar(255),
  email varchar(255),
  encrypted_password varchar(255),
  invited_at timestamptz,
  confirmation_token varchar(255),
  confirmation_sent_at timestamptz,
  recovery_token varchar(255),
  recovery_sent_at timestamptz,
  email_change varchar(255),
  email_change_sent_at timestamptz,
  last_sign_in_at timestamptz,
  raw_app_meta_data jsonb,
  raw_user_meta_data jsonb,
  is_super_admin boolean,
  created_at timestamptz,
  updated_at timestamptz
);
alter table {theirs}.users drop constraint if exists users_email_key;
do $$
begin
  if not exists (select from pg_attribute where attrelid = '{theirs}.users'::regclass and attname = 'email_confirmed_at' and not attisdropped) then
    if exists (select from pg_attribute where attrelid = '{theirs}.users'::regclass and attname = 'confirmed_at' and not attisdropped) then
      alter table {theirs}.users rename column confirmed_at to email_confirmed_at;
    else
      alter table {theirs}.users add column email_confirmed_at timestamptz;
    end if;
  end if;
  if exists (select from pg_attribute where attrelid = '{theirs}.users'::regclass and attname = 'email_change_token' and not attisdropped) then
    alter table {theirs}.users rename column email_change_token to email_change_token_new;
  end if;
end $$;
alter table {theirs}.users
  add column if not exists email_change_token_new varchar(255),
  add column if not exists phone text unique default null,
  add column if not exists phone_confirmed_at timestamptz,
  add column if not exists phone_change text default '',
  add column if not exists phone_change_token varchar(255) default '',
  add column if not exists phone_change_sent_at timestamptz,
  add column if not exists email_change_token_current varchar(255) default '',
  add column if not exists email_change_confirm_status smallint default 0 check (email_change_confirm_status between 0 and 2),
  add column if not exists banned_until timestamptz,
  add column if not exists reauthentication_token varchar(255) default '',
  add column if not exists reauthentication_sent_at timestamptz,
  add column if not exists is_sso_user boolean not null default false,
  add column if not exists deleted_at timestamptz,
  add column if not exists is_anonymous boolean not null default false;
alter table {theirs}.users
  add column if not exists confirmed_at timestamptz generated always as (least(email_confirmed_at, phone_confirmed_at)) stored;
create unique index if not exists users_email_partial_key on {theirs}.users (email) where is_sso_user = false;
drop index if exists {theirs}.users_instance_id_email_idx;
create index if not exists users_instance_id_email_idx on {theirs}.users (instance_id, lower(email));
create index if not exists users_instance_id_idx on {theirs}.users (instance_id);
create index if not exists users_is_anonymous_idx on {theirs}.users (is_anonymous);

create table if not exists {theirs}.identities (
  id uuid primary key default gen_random_uuid(),
  provider_id text not null,
  user_id uuid not null references {theirs}.users (id) on delete cascade,
  identity_data jsonb not null,
  provider text not null,
  last_sign_in_at timestamptz,
  created_at timestamptz,
  updated_at timestamptz,
  email text generated always as (lower(identity_data ->> 'email')) stored,
  constraint identities_provider_id_provider_unique unique (provider_id, provider)
);
create index if not exists identities_user_id_idx on {theirs}.identities (user_id);
create index if not exists identities_email_idx on {theirs}.identities (email text_pattern_ops);

do $$
begin
  if to_regtype('{theirs}.factor_type') is null then
    create type {theirs}.factor_type as enum ('totp', 'webauthn', 'phone');
  end if;
  if to_regtype('{theirs}.factor_status') is null then
    create type {theirs}.factor_status as enum ('unverified', 'verified');
  end if;
  if to_regtype('{theirs}.aal_level') is null then
    create type {theirs}.aal_level as enum ('aal1', 'aal2', 'aal3');
  end if;
end $$;

create table if not exists {theirs}.mfa_factors (
  id uuid constraint mfa_factors_pkey primary key,
  user_id uuid not null constraint mfa_factors_user_id_fkey references {theirs}.users (id) on delete cascade,
  friendly_name text,
  factor_type {theirs}.factor_type not null,
  status {theirs}.factor_status not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  secret text,
  phone text,
  last_challenged_at timestamptz unique,
  web_authn_credential jsonb,
  web_authn_aaguid uuid
);
create unique index if not exists mfa_factors_user_friendly_name_unique on {theirs}.mfa_factors (friendly_name, user_id)
  where trim(friendly_name) <> '';

create table if not exists {theirs}.sessions (
  id uuid constraint sessions_pkey primary key,
  user_id uuid not null constraint sessions_user_id_fkey references {theirs}.users (id) on delete cascade,
  created_at timestamptz,
  updated_at timestamptz,
  factor_id uuid,
  aal {theirs}.aal_level,
  not_after timestamptz,
  refreshed_at timestamp,
  user_agent text,
  ip inet,
  tag text
);
create index if not exists sessions_user_id_idx on {theirs}.sessions (user_id);

create or replace function {theirs}.uid() returns uuid language sql stable as $$
  select coalesce(nullif(current_setting('request.jwt.claim.sub', true), ''),
                  nullif(current_setting('request.jwt.claims', true), '')::jsonb ->> 'sub')::uuid
$$;
create or replace function {theirs}.role() returns text language sql stable as $$
  select coalesce(nullif(current_setting('request.jwt.claim.role', true), ''),
                  nullif(current_setting('request.jwt.claims', true), '')::jsonb ->> 'role')
$$;
create or replace function {theirs}.email() returns text language sql stable as $$
  select coalesce(nullif(current_setting('request.jwt.claim.email', true), ''),
                  nullif(current_setting('request.jwt.claims', true), '')::jsonb ->> 'email')
$$;
create or replace function {theirs}.jwt() returns jsonb language sql stable as $$
  select coalesce(nullif(current_setting('request.jwt.claim', true), ''), nullif(current_setting('request.jwt.claims', true), ''))::jsonb
$$;

alter table {theirs}.users enable row level security;
alter table {theirs}.identities enable row level security;
alter table {theirs}.mfa_factors enable row level security;
alter table {theirs}.sessions enable row level security;
do $$
begin
  if exists (select from pg_roles where rolname = 'postgres') then
    grant select on {theirs}.users, {theirs}.identities, {theirs}.mfa_factors, {theirs}.sessions to postgres with grant option;
  end if;
end $$;
