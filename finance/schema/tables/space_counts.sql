-- Made from the migrations by `npm run generate`. Edit those, not this file. It is for reading: it is not run anywhere.

create table space_counts (
  is_only boolean not null default true,
  counted_at timestamptz not null,
  counts jsonb not null,
  constraint space_counts_pkey primary key (is_only),
  constraint space_counts_is_only_check check (is_only)
);
comment on table space_counts is 'One row, made anew each night: how many spaces there are, the largest, and those whose webhooks fail. Ids and counts only';
