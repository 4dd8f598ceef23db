create table server_grants (
  user_id uuid not null references users (id) on delete cascade,
  role text not null check (role in ('viewer', 'support', 'security', 'admin', 'owner')),
  granted_by uuid,
  created_at timestamptz not null,
  primary key (user_id, role)
);
comment on table server_grants is 'What users may do with this server. Metadata, hooks, imports and providers have no say in it';
comment on column server_grants.granted_by is 'Null: by a code of whoever runs the server';

create table owner_codes (
  code_hash bytea primary key,
  is_first boolean not null,
  created_at timestamptz not null,
  expires_at timestamptz not null
);
comment on table owner_codes is 'One-time codes that make somebody an owner. The first use of one ends all of them';
comment on column owner_codes.code_hash is 'SHA-256 of the code';
comment on column owner_codes.is_first is 'Worth nothing once the server has an owner';
