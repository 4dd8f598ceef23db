-- Made from the migrations by `npm run generate`. Edit those, not this file. It is for reading: it is not run anywhere.

create table staged_changes (
  space_id bigint not null,
  post_id uuid not null,
  n integer not null,
  change jsonb not null,
  staged_at timestamptz not null,
  constraint staged_changes_pkey primary key (space_id, post_id, n)
);
comment on table staged_changes is 'Parts of posts that are too large to be sent at once. Nobody reads them but the post';
