-- Made from the migrations by `npm run generate`. Edit those, not this file. It is for reading: it is not run anywhere.

create table invitations (
  id integer not null generated always as identity,
  space_id bigint not null,
  email text not null,
  role text not null,
  invited_by integer not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  sent_at timestamptz,
  revoked_at timestamptz,
  accepted_at timestamptz,
  accepted_by integer,
  constraint invitations_pkey primary key (id),
  constraint invitations_role_check check (role = any (array['owner'::text, 'editor'::text, 'viewer'::text])),
  constraint invitations_accepted_by_fkey foreign key (accepted_by) references users(id) on delete set null,
  constraint invitations_invited_by_fkey foreign key (invited_by) references users(id) on delete cascade
);
comment on table invitations is 'The token of an invitation is a MAC over its row, so it is kept nowhere';
create index invitations_email_idx on invitations (lower(email)) where revoked_at is null and accepted_at is null;
create index invitations_space_idx on invitations (space_id, created_at);
create index invitations_unsent_idx on invitations (id) where sent_at is null and revoked_at is null and accepted_at is null;
