-- Made from the migrations by `npm run generate`. Edit those, not this file. It is for reading: it is not run anywhere.

create table api_tokens (
  id integer not null default nextval('api_tokens_id_seq'::regclass),
  user_id integer not null,
  name text not null,
  scope text not null,
  token_hash bytea not null,
  created_at timestamptz not null,
  scopes text[],
  expires_at timestamptz,
  space_id bigint,
  constraint api_tokens_pkey primary key (id),
  constraint api_tokens_token_hash_key unique (token_hash),
  constraint api_tokens_scope_check check (scope = any (array['read'::text, 'write'::text])),
  constraint api_tokens_user_id_fkey foreign key (user_id) references users(id) on delete cascade
);
comment on column api_tokens.token_hash is 'SHA-256. The token itself is random and was shown once';
comment on column api_tokens.scopes is 'What it may do, as accounts:read. Null: all that its scope says, as every token before scopes';
comment on column api_tokens.space_id is 'The space that it opens. Null: the own space of its user';
create index api_tokens_user_id_idx on api_tokens (user_id);
