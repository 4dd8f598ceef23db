-- Providers of OAuth 2.0 and OpenID Connect that operators describe.
create table custom_providers (
  id uuid primary key,
  identifier text not null constraint custom_providers_identifier_key unique,
  definition jsonb not null,
  sealed_secret bytea not null,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
comment on column custom_providers.definition is 'As it is shown, and without the secret';
comment on column custom_providers.sealed_secret is 'Under a key of the server, bound to the id';
