-- Made from the migrations by `npm run generate`. Edit those, not this file. It is for reading: it is not run anywhere.

create table retention_notices (
  user_id uuid not null,
  noted_at timestamptz not null,
  due_at timestamptz not null,
  constraint retention_notices_pkey primary key (user_id),
  constraint retention_notices_user_id_fkey foreign key (user_id) references users(id) on delete cascade
);
comment on table retention_notices is 'Users who were found dormant. Their account is disabled when it is due, unless they come back';
create index retention_notices_due_at_idx on retention_notices (due_at);
