-- What is left of a Supabase Auth whose place this service has taken.
create table adoptions (
  schema text primary key,
  version text not null,
  began_at timestamptz not null,
  copied_through uuid,
  copied jsonb not null default '{}',
  finished_at timestamptz
);
comment on table adoptions is 'The adopted schema, and how far its rows are copied';
comment on column adoptions.version is 'The newest migration of that server; empty if none of its migrations has run';
comment on column adoptions.copied_through is 'Users up to this id are copied';

create table adopted_refresh_tokens (
  token_hash bytea primary key,
  session_id uuid not null references sessions (id) on delete cascade
);
comment on table adopted_refresh_tokens is 'Tokens of the other server. Each stands for the first refresh token of its session here';
comment on column adopted_refresh_tokens.token_hash is 'SHA-256';
create index adopted_refresh_tokens_session_id_idx on adopted_refresh_tokens (session_id);
