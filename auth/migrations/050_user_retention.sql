-- Users whose account will be disabled because nobody uses it: since when that is known, and from when on.
create table retention_notices (
  user_id uuid primary key references users (id) on delete cascade,
  noted_at timestamptz not null,
  due_at timestamptz not null
);
comment on table retention_notices is 'Users who were found dormant. Their account is disabled when it is due, unless they come back';
create index retention_notices_due_at_idx on retention_notices (due_at);
