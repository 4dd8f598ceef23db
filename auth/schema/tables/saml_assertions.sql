-- Made from the migrations by `npm run generate`. Edit those, not this file. It is for reading: it is not run anywhere.

create table saml_assertions (
  key bytea not null,
  expires_at timestamptz not null,
  constraint saml_assertions_pkey primary key (key)
);
comment on table saml_assertions is 'Assertions that have let somebody in, until they are too old to do so again';
comment on column saml_assertions.key is 'SHA-256 of the provider and the id of the assertion';
create index saml_assertions_expires_at_idx on saml_assertions (expires_at);
