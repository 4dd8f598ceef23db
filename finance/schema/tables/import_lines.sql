-- Made from the migrations by `npm run generate`. Edit those, not this file. It is for reading: it is not run anywhere.

create table import_lines (
  space_id bigint not null,
  import_id integer not null,
  n integer not null,
  line jsonb not null,
  verdict text not null,
  reason text not null,
  sure boolean not null,
  target jsonb,
  decision jsonb,
  constraint import_lines_pkey primary key (space_id, import_id, n),
  constraint import_lines_space_id_import_id_fkey foreign key (space_id, import_id) references imports(space_id, id) on delete cascade
);
comment on table import_lines is 'What a file holds, line by line, what would become of it, and what the user says to that';
