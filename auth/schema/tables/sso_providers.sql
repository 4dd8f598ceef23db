-- Made from the migrations by `npm run generate`. Edit those, not this file. It is for reading: it is not run anywhere.

create table sso_providers (
  id uuid not null,
  resource_id text,
  disabled boolean not null default false,
  allow_idp_initiated boolean not null default false,
  entity_id text not null,
  metadata_xml text not null,
  metadata_url text,
  metadata_read_at timestamptz not null,
  metadata_due_at timestamptz,
  metadata_valid_until timestamptz,
  sign_in_url text not null,
  certificates text[] not null,
  attribute_mapping jsonb not null default '{}'::jsonb,
  name_id_format text,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  constraint sso_providers_pkey primary key (id),
  constraint sso_providers_entity_id_key unique (entity_id)
);
comment on column sso_providers.resource_id is 'What an operator''s own program calls it';
comment on column sso_providers.allow_idp_initiated is 'People may come from the provider without having begun here';
comment on column sso_providers.metadata_due_at is 'When it is fetched again; null where it came as text';
comment on column sso_providers.sign_in_url is 'Of the metadata: where browsers are sent';
comment on column sso_providers.certificates is 'Of the metadata: whose signatures count, each in base64';
create index sso_providers_due_idx on sso_providers (metadata_due_at) where metadata_due_at is not null;
create unique index sso_providers_resource_id_key on sso_providers (lower(resource_id));
