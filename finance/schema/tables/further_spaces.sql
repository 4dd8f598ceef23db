-- Made from the migrations by `npm run generate`. Edit those, not this file. It is for reading: it is not run anywhere.

create table further_spaces (
  space_id bigint not null,
  name text not null,
  made_by integer,
  created_at timestamptz not null,
  erasing_at timestamptz,
  constraint further_spaces_pkey primary key (space_id),
  constraint further_spaces_made_by_fkey foreign key (made_by) references users(id) on delete set null
);
comment on table further_spaces is 'Spaces that are nobody''s own. Their owners are among the members, one at least';
comment on column further_spaces.erasing_at is 'Since when it is being erased, because its last member is gone or one of its owners deleted it';
create index further_spaces_made_by_idx on further_spaces (made_by);
