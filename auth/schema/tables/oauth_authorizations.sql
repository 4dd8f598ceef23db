-- Made from the migrations by `npm run generate`. Edit those, not this file. It is for reading: it is not run anywhere.

create table oauth_authorizations (
  id text not null,
  client_id text not null,
  user_id uuid,
  redirect_uri text not null,
  scopes text[] not null,
  resources text[] not null,
  state text,
  nonce text,
  code_challenge text not null,
  signed_in_after timestamptz,
  asks_again boolean not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  decided_at timestamptz,
  code_hash bytea,
  auth_time timestamptz,
  aal text,
  amr jsonb,
  code_used_at timestamptz,
  session_id uuid,
  constraint oauth_authorizations_pkey primary key (id),
  constraint oauth_authorizations_code_hash_key unique (code_hash),
  constraint oauth_authorizations_client_id_fkey foreign key (client_id) references oauth_clients(id) on delete cascade,
  constraint oauth_authorizations_user_id_fkey foreign key (user_id) references users(id) on delete cascade
);
comment on table oauth_authorizations is 'What an app asks a user for, from the request to the exchange of its code';
comment on column oauth_authorizations.user_id is 'Whoever looked at the request first: nobody else may answer it';
comment on column oauth_authorizations.signed_in_after is 'Older sign-ins are not good enough for the app';
comment on column oauth_authorizations.decided_at is 'Null while the user has not answered; with an answer of no there is no code';
comment on column oauth_authorizations.session_id is 'What the code was exchanged for: a second exchange ends it';
create index oauth_authorizations_client_id_idx on oauth_authorizations (client_id);
create index oauth_authorizations_expires_at_idx on oauth_authorizations (expires_at);
create index oauth_authorizations_user_id_idx on oauth_authorizations (user_id, client_id);
