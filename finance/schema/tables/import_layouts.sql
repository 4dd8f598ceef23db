-- Made from the migrations by `npm run generate`. Edit those, not this file. It is for reading: it is not run anywhere.

create table import_layouts (
  space_id bigint not null,
  id integer not null,
  header_key text not null,
  columns jsonb not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  constraint import_layouts_pkey primary key (space_id, id),
  constraint import_layouts_header_key_key unique (space_id, header_key),
  constraint import_layouts_space_id_fkey foreign key (space_id) references spaces(space_id) on delete cascade
);
comment on table import_layouts is 'What the user said of the columns of a table whose layout is not known, by its header';
