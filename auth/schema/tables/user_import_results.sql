-- Made from the migrations by `npm run generate`. Edit those, not this file. It is for reading: it is not run anywhere.

create table user_import_results (
  import_id uuid not null,
  line integer not null,
  outcome text not null,
  user_id uuid,
  name text,
  notes jsonb not null,
  constraint user_import_results_pkey primary key (import_id, line),
  constraint user_import_results_outcome_check check (outcome = any (array['imported'::text, 'existing'::text, 'refused'::text])),
  constraint user_import_results_import_id_fkey foreign key (import_id) references user_imports(id) on delete cascade
);
comment on table user_import_results is 'What became of each line, or would become of it';
comment on column user_import_results.name is 'The address, or else the id at the other server';
comment on column user_import_results.notes is 'Why it was refused, or what is missing of the user';
create index user_import_results_outcome_idx on user_import_results (import_id, outcome, line);
