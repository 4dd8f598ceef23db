-- Made from the migrations by `npm run generate`. Edit those, not this file. It is for reading: it is not run anywhere.

create table changes (
  space_id bigint not null,
  at timestamptz not null,
  user_id integer,
  token_id integer,
  request_id text,
  action text not null,
  entity text not null,
  entity_id bigint not null,
  before jsonb,
  after jsonb,
  version bigint not null,
  n integer not null,
  post_id uuid not null,
  constraint changes_pkey primary key (space_id, version, n),
  constraint changes_action_check check (action = any (array['create'::text, 'update'::text, 'delete'::text])),
  constraint changes_space_id_fkey foreign key (space_id) references spaces(space_id) on delete cascade
);
comment on table changes is 'Every post as a list of entries, in order; only ever appended to';
comment on column changes.user_id is 'Null where nobody asked for it: rows that a fixed series makes ahead of time';
comment on column changes.before is 'The columns that change, as they were; the whole row where it goes';
comment on column changes.after is 'The columns that change, as they are now; the whole row where it is new';
comment on column changes.post_id is 'Made by the service before it posts, so that it can tell whether a post whose answer was lost was made';
create index changes_request_idx on changes (space_id, request_id) where n = 0;
create index changes_transaction_idx on changes (space_id, entity_id, version, n) where entity = 'transaction'::text and action <> 'create'::text;
