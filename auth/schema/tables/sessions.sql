-- Made from the migrations by `npm run generate`. Edit those, not this file. It is for reading: it is not run anywhere.

create table sessions (
  id uuid not null,
  user_id uuid not null,
  aal text not null default 'aal1'::text,
  amr jsonb not null,
  refresh_counter bigint not null default 0,
  rotated_at timestamptz,
  refreshed_at timestamptz not null,
  not_after timestamptz,
  revoked_at timestamptz,
  user_agent text,
  ip text not null,
  created_at timestamptz not null,
  factor_id uuid,
  client_id text,
  scopes text[],
  resources text[],
  constraint sessions_pkey primary key (id),
  constraint sessions_client_id_fkey foreign key (client_id) references oauth_clients(id) on delete cascade,
  constraint sessions_user_id_fkey foreign key (user_id) references users(id) on delete cascade
);
comment on table sessions is 'Refresh tokens are not stored: each is a MAC over the session and a counter, and only the newest counter is good';
comment on column sessions.refresh_counter is 'The counter of the only refresh token that is good now';
comment on column sessions.rotated_at is 'When that token took the place of the one before';
comment on column sessions.revoked_at is 'Since then no refresh token is good; access tokens live on until they expire';
comment on column sessions.factor_id is 'The second factor by which it is aal2; without that factor it is not';
comment on column sessions.client_id is 'The app that was let in. Null: the user''s own session';
comment on column sessions.resources is 'The services that its tokens are for. Empty: those of the user''s audience';
create index sessions_client_id_idx on sessions (client_id) where client_id is not null;
create index sessions_ended_idx on sessions (least(revoked_at, not_after)) where revoked_at is not null or not_after is not null;
create index sessions_live_idx on sessions (user_id, client_id) where revoked_at is null;
create index sessions_newest_idx on sessions (created_at, id) where revoked_at is null;
create index sessions_user_id_idx on sessions (user_id, created_at);
