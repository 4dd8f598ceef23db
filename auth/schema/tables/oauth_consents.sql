-- Made from the migrations by `npm run generate`. Edit those, not this file. It is for reading: it is not run anywhere.

create table oauth_consents (
  user_id uuid not null,
  client_id text not null,
  scopes text[] not null,
  resources text[] not null,
  is_remembered boolean not null,
  granted_at timestamptz not null,
  constraint oauth_consents_pkey primary key (user_id, client_id),
  constraint oauth_consents_client_id_fkey foreign key (client_id) references oauth_clients(id) on delete cascade,
  constraint oauth_consents_user_id_fkey foreign key (user_id) references users(id) on delete cascade
);
comment on column oauth_consents.is_remembered is 'False: the user is asked the next time as well';
create index oauth_consents_client_id_idx on oauth_consents (client_id);
