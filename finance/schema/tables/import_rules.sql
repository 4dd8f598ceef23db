-- Made from the migrations by `npm run generate`. Edit those, not this file. It is for reading: it is not run anywhere.

create table import_rules (
  space_id bigint not null,
  id integer not null,
  "position" integer not null,
  name text not null,
  enabled boolean not null,
  conditions jsonb not null,
  actions jsonb not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  constraint import_rules_pkey primary key (space_id, id),
  constraint import_rules_space_id_fkey foreign key (space_id) references spaces(space_id) on delete cascade
);
comment on table import_rules is 'What the user wants done with lines of files, in the order of their positions';
