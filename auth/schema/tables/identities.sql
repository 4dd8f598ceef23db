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
  user_created_at timestamptz,
  constraint identities_pkey primary key (id),
  constraint identities_provider_provider_id_key unique (provider, provider_id),
  constraint identities_user_id_fkey foreign key (user_id) references users(id) on delete cascade
);
comment on column identities.user_created_at is 'When the user was created. Kept by triggers';
create index identities_email_idx on identities (email);
create index identities_listed_idx on identities (provider, user_created_at, user_id);
create index identities_user_id_idx on identities (user_id, created_at, id);

create trigger identities_dated before insert or update of user_id on identities for each row execute function date_identity();
