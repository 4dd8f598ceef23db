-- Made from the migrations by `npm run generate`. Edit those, not this file. It is for reading: it is not run anywhere.

create table sso_domains (
  domain text not null,
  provider_id uuid not null,
  created_at timestamptz not null,
  constraint sso_domains_pkey primary key (domain),
  constraint sso_domains_provider_id_fkey foreign key (provider_id) references sso_providers(id) on delete cascade
);
comment on column sso_domains.domain is 'Lower case';
create index sso_domains_provider_id_idx on sso_domains (provider_id);
