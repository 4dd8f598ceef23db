-- Made from the migrations by `npm run generate`. Edit those, not this file. It is for reading: it is not run anywhere.

create table server_grants (
  user_id uuid not null,
  role text not null,
  granted_by uuid,
  created_at timestamptz not null,
  constraint server_grants_pkey primary key (user_id, role),
  constraint server_grants_role_check check (role = any (array['viewer'::text, 'support'::text, 'security'::text, 'admin'::text, 'owner'::text])),
  constraint server_grants_user_id_fkey foreign key (user_id) references users(id) on delete cascade
);
comment on table server_grants is 'What users may do with this server. Metadata, hooks, imports and providers have no say in it';
comment on column server_grants.granted_by is 'Null: by a code of whoever runs the server';
