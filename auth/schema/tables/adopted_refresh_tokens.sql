-- Made from the migrations by `npm run generate`. Edit those, not this file. It is for reading: it is not run anywhere.

create table adopted_refresh_tokens (
  token_hash bytea not null,
  session_id uuid not null,
  constraint adopted_refresh_tokens_pkey primary key (token_hash),
  constraint adopted_refresh_tokens_session_id_fkey foreign key (session_id) references sessions(id) on delete cascade
);
comment on table adopted_refresh_tokens is 'Tokens of the other server. Each stands for the first refresh token of its session here';
comment on column adopted_refresh_tokens.token_hash is 'SHA-256';
create index adopted_refresh_tokens_session_id_idx on adopted_refresh_tokens (session_id);
