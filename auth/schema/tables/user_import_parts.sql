-- Made from the migrations by `npm run generate`. Edit those, not this file. It is for reading: it is not run anywhere.

create table user_import_parts (
  import_id uuid not null,
  number integer not null,
  first_line integer not null,
  lines integer not null,
  sealed bytea,
  settled boolean not null default false,
  constraint user_import_parts_pkey primary key (import_id, number),
  constraint user_import_parts_import_id_fkey foreign key (import_id) references user_imports(id) on delete cascade
);
comment on table user_import_parts is 'The lines of a file, encrypted. They are forgotten as they are imported';
comment on column user_import_parts.settled is 'Whether the state that the import is in is done with it';
create index user_import_parts_open_idx on user_import_parts (import_id, number) where not settled;
