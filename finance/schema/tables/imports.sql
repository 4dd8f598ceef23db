-- Made from the migrations by `npm run generate`. Edit those, not this file. It is for reading: it is not run anywhere.

create table imports (
  space_id bigint not null,
  id integer not null,
  account_id integer,
  credit_card_id integer,
  invoice integer,
  state text not null,
  file_name text,
  sha256 text not null,
  statement integer not null,
  lines integer not null,
  about jsonb not null,
  made jsonb,
  progress integer not null default 0,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  constraint imports_pkey primary key (space_id, id),
  constraint imports_state_check check (state = any (array['reading'::text, 'preview'::text, 'applied'::text, 'undone'::text])),
  constraint imports_space_id_fkey foreign key (space_id) references spaces(space_id) on delete cascade
);
comment on table imports is 'One statement of one file for one account or card. Only state and made change once it is read';
comment on column imports.progress is 'Lines that the step which is under way has passed';
create index imports_sha256_idx on imports (space_id, sha256);
create index imports_state_idx on imports (space_id, updated_at) where state = any (array['reading'::text, 'preview'::text]);
