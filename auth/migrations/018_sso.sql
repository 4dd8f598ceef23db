-- Single sign-on: identity providers of companies, who vouch for people by SAML.
create table sso_providers (
  id uuid primary key,
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
  constraint sso_providers_entity_id_key unique (entity_id)
);
comment on column sso_providers.resource_id is 'What an operator''s own program calls it';
comment on column sso_providers.allow_idp_initiated is 'People may come from the provider without having begun here';
comment on column sso_providers.metadata_due_at is 'When it is fetched again; null where it came as text';
comment on column sso_providers.sign_in_url is 'Of the metadata: where browsers are sent';
comment on column sso_providers.certificates is 'Of the metadata: whose signatures count, each in base64';
create unique index sso_providers_resource_id_key on sso_providers (lower(resource_id));
create index sso_providers_due_idx on sso_providers (metadata_due_at) where metadata_due_at is not null;

create table sso_domains (
  domain text primary key,
  provider_id uuid not null references sso_providers (id) on delete cascade,
  created_at timestamptz not null
);
comment on column sso_domains.domain is 'Lower case';
create index sso_domains_provider_id_idx on sso_domains (provider_id);

create table saml_assertions (
  key bytea primary key,
  expires_at timestamptz not null
);
comment on table saml_assertions is 'Assertions that have let somebody in, until they are too old to do so again';
comment on column saml_assertions.key is 'SHA-256 of the provider and the id of the assertion';
create index saml_assertions_expires_at_idx on saml_assertions (expires_at);

alter table users add column sso_email text;
comment on column users.sso_email is 'The address of somebody who comes by single sign-on, as their provider gives it. Nobody is looked up by it: email is null then';
alter table users add constraint users_one_email check (email is null or sso_email is null);
create index users_sso_searched_idx on users using gin (trigrams(searched_text(sso_email, raw_user_meta_data))) where sso_email is not null;

alter table flow_states add column session_not_after timestamptz;
comment on column flow_states.session_not_after is 'When the session that comes of it ends at the latest';
