-- What operators see of all spaces. It is about all of them and none of it belongs to one, so it has no `space_id`.
create table space_counts (
  is_only boolean primary key default true check (is_only),
  counted_at timestamptz not null,
  counts jsonb not null
);
comment on table space_counts is 'One row, made anew each night: how many spaces there are, the largest, and those whose webhooks fail. Ids and counts only';
