-- Made from the migrations by `npm run generate`. Edit those, not this file. It is for reading: it is not run anywhere.

create table users (
  id integer not null default nextval('users_id_seq'::regclass),
  auth_user_id uuid not null,
  space_id bigint not null,
  name text not null,
  email text not null,
  role text not null,
  locale text not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  preferences jsonb not null default '{}'::jsonb,
  erasing_at timestamptz,
  gone_at timestamptz,
  constraint users_pkey primary key (id),
  constraint users_auth_user_id_key unique (auth_user_id)
);
comment on column users.auth_user_id is 'The `sub` of auth''s tokens';
comment on column users.space_id is 'No foreign key: this table is small and everywhere, the spaces may be spread over machines';
comment on column users.erasing_at is 'Since when what is theirs is being erased. They are gone at auth, and no job looks at their space any more';
comment on column users.gone_at is 'When it was heard that auth has deleted them. What they wrote keeps their name';
create index users_space_id_idx on users (space_id);
