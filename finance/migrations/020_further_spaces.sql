-- Users may make further spaces besides their own, and whoever was deleted at auth is known to be gone.
create table further_spaces (
  space_id bigint primary key,
  name text not null,
  made_by integer references users (id) on delete set null,
  created_at timestamptz not null,
  erasing_at timestamptz
);
comment on table further_spaces is 'Spaces that are nobody''s own. Their owners are among the members, one at least';
comment on column further_spaces.erasing_at is 'Since when it is being erased, because its last member is gone';
create index further_spaces_made_by_idx on further_spaces (made_by);

alter table users add column gone_at timestamptz;
comment on column users.gone_at is 'When it was heard that auth has deleted them. What they wrote keeps their name';
