create table users (
  id uuid primary key,
  aud text not null,
  role text not null,
  email text unique,
  phone text unique,
  encrypted_password text,
  email_confirmed_at timestamptz,
  phone_confirmed_at timestamptz,
  confirmed_at timestamptz generated always as (least(email_confirmed_at, phone_confirmed_at)) stored,
  invited_at timestamptz,
  confirmation_sent_at timestamptz,
  recovery_sent_at timestamptz,
  email_change text,
  email_change_sent_at timestamptz,
  phone_change text,
  phone_change_sent_at timestamptz,
  reauthentication_sent_at timestamptz,
  last_sign_in_at timestamptz,
  raw_app_meta_data jsonb not null default '{}',
  raw_user_meta_data jsonb not null default '{}',
  is_anonymous boolean not null default false,
  banned_until timestamptz,
  deleted_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create index users_created_at_idx on users (created_at, id);
create index users_email_change_idx on users (email_change) where email_change is not null;
create index users_phone_change_idx on users (phone_change) where phone_change is not null;
comment on column users.email is 'Lower case. Null for users who have none';
comment on column users.phone is 'E.164 without the plus sign';
comment on column users.encrypted_password is 'A hash with its parameters. Null for users who have no password';

create table identities (
  id uuid primary key,
  provider text not null,
  provider_id text not null,
  user_id uuid not null references users on delete cascade,
  identity_data jsonb not null,
  email text generated always as (lower(identity_data ->> 'email')) stored,
  last_sign_in_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  unique (provider, provider_id)
);
create index identities_user_id_idx on identities (user_id);
create index identities_email_idx on identities (email);

create table sessions (
  id uuid primary key,
  user_id uuid not null references users on delete cascade,
  aal text not null default 'aal1',
  amr jsonb not null,
  refresh_counter bigint not null default 0,
  rotated_at timestamptz,
  refreshed_at timestamptz not null,
  not_after timestamptz,
  revoked_at timestamptz,
  user_agent text,
  ip text not null,
  created_at timestamptz not null
);
create index sessions_user_id_idx on sessions (user_id, created_at);
create index sessions_ended_idx on sessions (least(revoked_at, not_after)) where revoked_at is not null or not_after is not null;
comment on table sessions is 'Refresh tokens are not stored: each is a MAC over the session and a counter, and only the newest counter is good';
comment on column sessions.refresh_counter is 'The counter of the only refresh token that is good now';
comment on column sessions.rotated_at is 'When that token took the place of the one before';
comment on column sessions.revoked_at is 'Since then no refresh token is good; access tokens live on until they expire';

create table flow_states (
  id uuid primary key,
  user_id uuid references users on delete cascade,
  authentication_method text not null,
  code_challenge text not null,
  code_challenge_method text not null check (code_challenge_method in ('s256', 'plain')),
  auth_code_hash bytea unique,
  auth_code_issued_at timestamptz,
  created_at timestamptz not null
);
create index flow_states_user_id_idx on flow_states (user_id);
create index flow_states_created_at_idx on flow_states (created_at);
comment on table flow_states is 'Sign-ins that end in another place than they began, held together by a PKCE challenge';

create table one_time_tokens (
  user_id uuid not null references users on delete cascade,
  purpose text not null check (
    purpose in ('confirmation', 'recovery', 'email_change_new', 'email_change_current', 'phone_change', 'reauthentication')
  ),
  relates_to text not null,
  token_hash bytea not null unique,
  code_mac bytea not null,
  tries smallint not null default 0,
  keeps_password boolean not null default true,
  flow_state_id uuid references flow_states on delete cascade,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  primary key (user_id, purpose)
);
create index one_time_tokens_relates_to_idx on one_time_tokens (relates_to, purpose);
create index one_time_tokens_flow_state_id_idx on one_time_tokens (flow_state_id);
create index one_time_tokens_expires_at_idx on one_time_tokens (expires_at);
comment on column one_time_tokens.relates_to is 'The address that it was sent to';
comment on column one_time_tokens.keeps_password is 'False: who redeems it need not be who set the password, so an account that was never confirmed loses it';
comment on column one_time_tokens.token_hash is 'SHA-256 of the token in the link';
comment on column one_time_tokens.code_mac is 'MAC of the code under a key of the server';

create table audit_log_entries (
  id uuid primary key,
  payload json not null,
  ip_address text not null default '',
  created_at timestamptz not null
);
create index audit_log_entries_created_at_idx on audit_log_entries (created_at, id);
