-- Made from the migrations by `npm run generate`. Edit those, not this file. It is for reading: it is not run anywhere.

create table members (
  space_id bigint not null,
  user_id integer not null,
  role text not null,
  created_at timestamptz not null,
  constraint members_pkey primary key (space_id, user_id),
  constraint members_role_check check (role = any (array['owner'::text, 'editor'::text, 'viewer'::text])),
  constraint members_user_id_fkey foreign key (user_id) references users(id) on delete cascade
);
comment on table members is 'The same, to be found by user, before the space is known. The row of the space decides';
create index members_user_id_idx on members (user_id);
