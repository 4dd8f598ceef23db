-- Households. Everybody has a space of their own; a space may have further members, each with a role.
alter table spaces add column members jsonb not null default '{}';
comment on column spaces.members is 'The roles of those who joined, by user id, without those whose own space it is. In this row, so that it is read with the version: who was removed is out at once';

create table members (
  space_id bigint not null,
  user_id integer not null references users (id) on delete cascade,
  role text not null check (role in ('owner', 'editor', 'viewer')),
  created_at timestamptz not null,
  primary key (space_id, user_id)
);
comment on table members is 'The same, to be found by user, before the space is known. The row of the space decides';
create index members_user_id_idx on members (user_id);

alter table api_tokens add column space_id bigint;
comment on column api_tokens.space_id is 'The space that it opens. Null: the own space of its user';

create table invitations (
  id integer generated always as identity primary key,
  space_id bigint not null,
  email text not null,
  role text not null check (role in ('owner', 'editor', 'viewer')),
  invited_by integer not null references users (id) on delete cascade,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  sent_at timestamptz,
  revoked_at timestamptz,
  accepted_at timestamptz,
  accepted_by integer references users (id) on delete set null
);
comment on table invitations is 'The token of an invitation is a MAC over its row, so it is kept nowhere';
create index invitations_space_idx on invitations (space_id, created_at);
create index invitations_unsent_idx on invitations (id) where sent_at is null and revoked_at is null and accepted_at is null;
