create table own_deletions (
  user_id uuid primary key,
  deleted_at timestamptz not null
);
comment on table own_deletions is 'Who has deleted their own account, until no other service keeps anything of theirs. Never whom an administrator deleted';
create index own_deletions_deleted_at_idx on own_deletions (deleted_at, user_id);
