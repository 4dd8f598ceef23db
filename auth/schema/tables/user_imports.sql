-- Made from the migrations by `npm run generate`. Edit those, not this file. It is for reading: it is not run anywhere.

create table user_imports (
  id uuid not null,
  number bigint not null generated always as identity,
  source text not null,
  file_name text not null,
  sealed_parameters bytea,
  actor_kind text not null,
  actor_id uuid,
  request jsonb not null,
  state text not null,
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
  leased_until timestamptz not null default '-infinity'::timestamp with time zone,
  constraint user_imports_pkey primary key (id),
  constraint user_imports_number_key unique (number),
  constraint user_imports_state_check check (state = any (array['receiving'::text, 'checking'::text, 'checked'::text, 'importing'::text, 'done'::text, 'cancelled'::text, 'stopped'::text]))
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
create index user_imports_open_idx on user_imports (leased_until) where state = any (array['checking'::text, 'importing'::text]);
