-- Made from the migrations by `npm run generate`. Edit those, not this file. It is for reading: it is not run anywhere.

create table accounts (
  space_id bigint not null,
  id integer not null,
  name text not null,
  description text,
  type text not null,
  archived boolean not null default false,
  institution_id text not null default 'default'::text,
  institution_name text,
  hide_balance boolean not null default false,
  opening_cents bigint not null default 0,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  constraint accounts_pkey primary key (space_id, id),
  constraint accounts_opening_cents_check check (opening_cents >= '-999999999999'::bigint and opening_cents <= '999999999999'::bigint),
  constraint accounts_type_check check (type = any (array['checking'::text, 'savings'::text, 'other'::text])),
  constraint accounts_space_id_fkey foreign key (space_id) references spaces(space_id) on delete cascade
);
