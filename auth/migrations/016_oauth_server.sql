-- Apps of others that people sign in to with their account here: who these apps are, what they ask for, and what users let them do.
create table oauth_clients (
  id text primary key,
  name text,
  secret_hash bytea,
  client_type text not null constraint oauth_clients_client_type_check check (client_type in ('public', 'confidential')),
  auth_method text not null
    constraint oauth_clients_auth_method_check check (auth_method in ('none', 'client_secret_basic', 'client_secret_post')),
  redirect_uris text[] not null,
  post_logout_redirect_uris text[] not null,
  grant_types text[] not null,
  client_uri text,
  logo_uri text,
  registration_type text not null
    constraint oauth_clients_registration_type_check check (registration_type in ('manual', 'dynamic', 'document')),
  created_at timestamptz not null,
  updated_at timestamptz not null,
  constraint oauth_clients_secret_check check ((secret_hash is null) = (client_type = 'public'))
);
comment on column oauth_clients.id is 'A UUID, or the URL of the document that describes the client';
comment on column oauth_clients.secret_hash is 'SHA-256: the secret is random, and shown once';
create index oauth_clients_newest_idx on oauth_clients (created_at, id);
create index oauth_clients_own_idx on oauth_clients (created_at) where registration_type <> 'manual';

create table oauth_authorizations (
  id text primary key,
  client_id text not null references oauth_clients (id) on delete cascade,
  user_id uuid references users (id) on delete cascade,
  redirect_uri text not null,
  scopes text[] not null,
  resources text[] not null,
  state text,
  nonce text,
  code_challenge text not null,
  signed_in_after timestamptz,
  asks_again boolean not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  decided_at timestamptz,
  code_hash bytea,
  auth_time timestamptz,
  aal text,
  amr jsonb,
  code_used_at timestamptz,
  session_id uuid,
  constraint oauth_authorizations_code_hash_key unique (code_hash)
);
comment on table oauth_authorizations is 'What an app asks a user for, from the request to the exchange of its code';
comment on column oauth_authorizations.user_id is 'Whoever looked at the request first: nobody else may answer it';
comment on column oauth_authorizations.signed_in_after is 'Older sign-ins are not good enough for the app';
comment on column oauth_authorizations.decided_at is 'Null while the user has not answered; with an answer of no there is no code';
comment on column oauth_authorizations.session_id is 'What the code was exchanged for: a second exchange ends it';
create index oauth_authorizations_client_id_idx on oauth_authorizations (client_id);
create index oauth_authorizations_user_id_idx on oauth_authorizations (user_id, client_id);
create index oauth_authorizations_expires_at_idx on oauth_authorizations (expires_at);

create table oauth_consents (
  user_id uuid not null references users (id) on delete cascade,
  client_id text not null references oauth_clients (id) on delete cascade,
  scopes text[] not null,
  resources text[] not null,
  is_remembered boolean not null,
  granted_at timestamptz not null,
  primary key (user_id, client_id)
);
comment on column oauth_consents.is_remembered is 'False: the user is asked the next time as well';
create index oauth_consents_client_id_idx on oauth_consents (client_id);

alter table sessions
  add column client_id text references oauth_clients (id) on delete cascade,
  add column scopes text[],
  add column resources text[];
comment on column sessions.client_id is 'The app that was let in. Null: the user''s own session';
comment on column sessions.resources is 'The services that its tokens are for. Empty: those of the user''s audience';
create index sessions_client_id_idx on sessions (client_id) where client_id is not null;

-- Services that take tokens of apps hear when one is sent away.
alter table user_changes
  drop constraint user_changes_change_check,
  add constraint user_changes_change_check
    check (change in ('banned', 'unbanned', 'deleted', 'password_changed', 'email_changed', 'role_changed', 'app_ended'));
