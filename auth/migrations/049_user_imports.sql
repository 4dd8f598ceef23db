-- Users in files of other servers, which are imported in the background.
create table user_imports (
  id uuid primary key,
  number bigint generated always as identity constraint user_imports_number_key unique,
  source text not null,
  file_name text not null,
  sealed_parameters bytea,
  actor_kind text not null,
  actor_id uuid,
  request jsonb not null,
  state text not null check (state in ('receiving', 'checking', 'checked', 'importing', 'done', 'cancelled', 'stopped')),
  error text,
  parts integer not null default 0,
  lines integer not null default 0,
  bytes bigint not null default 0,
  imported integer not null default 0,
  existing integer not null default 0,
  refused integer not null default 0,
  incomplete integer not null default 0,
  created_at timestamptz not null,
  changed_at timestamptz not null,
  started_at timestamptz,
  ended_at timestamptz,
  leased_until timestamptz not null default '-infinity'
);
comment on table user_imports is 'Files of users from other servers: received in parts, checked, and imported once somebody confirms it';
comment on column user_imports.number is 'In the order of their creation';
comment on column user_imports.sealed_parameters is 'How the other server hashed passwords; emptied at the end';
comment on column user_imports.actor_id is 'Who began it, and from the start on who started it: a user or an API key; null for an operator''s token';
comment on column user_imports.request is 'Who, from where and why, for the entries of the logs';
comment on column user_imports.imported is 'While it is checked: how many would be. Starting the import counts anew';
comment on column user_imports.incomplete is 'Of those that are imported: without their password, a factor or an identity';
comment on column user_imports.changed_at is 'When it last received something, or went to another state';
comment on column user_imports.leased_until is 'A process works on it until then, by the clock of the database';
create index user_imports_open_idx on user_imports (leased_until) where state in ('checking', 'importing');

create table user_import_parts (
  import_id uuid not null references user_imports (id) on delete cascade,
  number integer not null,
  first_line integer not null,
  lines integer not null,
  sealed bytea,
  settled boolean not null default false,
  primary key (import_id, number)
);
comment on table user_import_parts is 'The lines of a file, encrypted. They are forgotten as they are imported';
comment on column user_import_parts.settled is 'Whether the state that the import is in is done with it';
create index user_import_parts_open_idx on user_import_parts (import_id, number) where not settled;

create table user_import_results (
  import_id uuid not null references user_imports (id) on delete cascade,
  line integer not null,
  outcome text not null check (outcome in ('imported', 'existing', 'refused')),
  user_id uuid,
  name text,
  notes jsonb not null,
  primary key (import_id, line)
);
comment on table user_import_results is 'What became of each line, or would become of it';
comment on column user_import_results.name is 'The address, or else the id at the other server';
comment on column user_import_results.notes is 'Why it was refused, or what is missing of the user';
create index user_import_results_outcome_idx on user_import_results (import_id, outcome, line);
