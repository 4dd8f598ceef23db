-- Made from the migrations by `npm run generate`. Edit those, not this file. It is for reading: it is not run anywhere.

create table custom_providers (
  id uuid not null,
  identifier text not null,
  definition jsonb not null,
  sealed_secret bytea not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  constraint custom_providers_pkey primary key (id),
  constraint custom_providers_identifier_key unique (identifier)
);
comment on column custom_providers.definition is 'As it is shown, and without the secret';
comment on column custom_providers.sealed_secret is 'Under a key of the server, bound to the id';
