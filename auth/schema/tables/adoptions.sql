-- Made from the migrations by `npm run generate`. Edit those, not this file. It is for reading: it is not run anywhere.

create table adoptions (
  schema text not null,
  version text not null,
  began_at timestamptz not null,
  copied_through uuid,
  copied jsonb not null default '{}'::jsonb,
  finished_at timestamptz,
  constraint adoptions_pkey primary key (schema)
);
comment on table adoptions is 'The adopted schema, and how far its rows are copied';
comment on column adoptions.version is 'The newest migration of that server; empty if none of its migrations has run';
comment on column adoptions.copied_through is 'Users up to this id are copied';
