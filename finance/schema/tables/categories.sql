-- Made from the migrations by `npm run generate`. Edit those, not this file. It is for reading: it is not run anywhere.

create table categories (
  space_id bigint not null,
  id integer not null,
  name text not null,
  color text not null,
  parent_id integer,
  kind text not null,
  group_id text not null default 'default'::text,
  fixed boolean not null default false,
  essential boolean not null default false,
  archived boolean not null default false,
  uuid text not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  icon text,
  constraint categories_pkey primary key (space_id, id),
  constraint categories_color_check check (color ~ '^[0-9a-f]{6}$'::text),
  constraint categories_kind_check check (kind = any (array['expenses'::text, 'earnings'::text, 'none'::text])),
  constraint categories_uuid_check check (uuid ~ '^[0-9a-f]{40}$'::text),
  constraint categories_space_id_fkey foreign key (space_id) references spaces(space_id) on delete cascade,
  constraint categories_space_id_parent_id_fkey foreign key (space_id, parent_id) references categories(space_id, id)
);
comment on column categories.kind is 'none: what only moves money, transfers and payments of invoices';
comment on column categories.icon is 'The name of the chosen icon; null: the one that the name of the category suggests';
create index categories_parent_idx on categories (space_id, parent_id) where parent_id is not null;
