-- Made from the migrations by `npm run generate`. Edit those, not this file. It is for reading: it is not run anywhere.

create table tries (
  key bytea not null,
  count integer not null,
  over_at timestamptz not null,
  limit_name text,
  constraint tries_pkey primary key (key)
);
comment on table tries is 'How much of a limit somebody has used; kept here, so that limits hold over replicas and restarts';
comment on column tries.key is 'HMAC of the limit and of whom it counts for: neither addresses nor accounts are stored';
comment on column tries.count is 'Tries in a row, where the limit is one of so many in a row';
comment on column tries.over_at is 'From here on the row holds nobody back';
create index tries_over_at on tries (over_at);
