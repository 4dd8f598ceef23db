-- Made from the migrations by `npm run generate`. Edit those, not this file. It is for reading: it is not run anywhere.

create table oauth_clients (
  id text not null,
  name text,
  secret_hash bytea,
  client_type text not null,
  auth_method text not null,
  redirect_uris text[] not null,
  post_logout_redirect_uris text[] not null,
  grant_types text[] not null,
  client_uri text,
  logo_uri text,
  registration_type text not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  old_secret_hash bytea,
  old_secret_until timestamptz,
  constraint oauth_clients_pkey primary key (id),
  constraint oauth_clients_auth_method_check check (auth_method = any (array['none'::text, 'client_secret_basic'::text, 'client_secret_post'::text])),
  constraint oauth_clients_client_type_check check (client_type = any (array['public'::text, 'confidential'::text])),
  constraint oauth_clients_old_secret_check check ((old_secret_hash is null) = (old_secret_until is null)),
  constraint oauth_clients_registration_type_check check (registration_type = any (array['manual'::text, 'dynamic'::text, 'document'::text])),
  constraint oauth_clients_secret_check check ((secret_hash is null) = (client_type = 'public'::text))
);
comment on column oauth_clients.id is 'A UUID, or the URL of the document that describes the client';
comment on column oauth_clients.secret_hash is 'SHA-256: the secret is random, and shown once';
comment on column oauth_clients.old_secret_hash is 'After a rotation it is good too, for a while';
create index oauth_clients_newest_idx on oauth_clients (created_at, id);
create index oauth_clients_own_idx on oauth_clients (created_at) where registration_type <> 'manual'::text;
