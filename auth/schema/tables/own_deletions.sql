-- Made from the migrations by `npm run generate`. Edit those, not this file. It is for reading: it is not run anywhere.

create table own_deletions (
  user_id uuid not null,
  deleted_at timestamptz not null,
  constraint own_deletions_pkey primary key (user_id)
);
comment on table own_deletions is 'Who has deleted their own account, until no other service keeps anything of theirs. Never whom an administrator deleted';
create index own_deletions_deleted_at_idx on own_deletions (deleted_at, user_id);
