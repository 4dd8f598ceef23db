-- Made from the migrations by `npm run generate`. Edit those, not this file. It is for reading: it is not run anywhere.

create table identities (
  id uuid not null,
  provider text not null,
  provider_id text not null,
  user_id uuid not null,
  identity_data jsonb not null,
  email text generated always as (lower(identity_data ->> 'email'::text)) stored,
  last_sign_in_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  constraint identities_pkey primary key (id),
  constraint identities_provider_provider_id_key unique (provider, provider_id),
  constraint identities_user_id_fkey foreign key (user_id) references users(id) on delete cascade
);
create index identities_email_idx on identities (email);
create index identities_user_id_idx on identities (user_id, created_at, id);
