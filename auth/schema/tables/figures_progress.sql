-- Made from the migrations by `npm run generate`. Edit those, not this file. It is for reading: it is not run anywhere.

create table figures_progress (
  only_row boolean not null default true,
  counted_until timestamptz not null,
  active_counted_at timestamptz not null default '-infinity'::timestamp with time zone,
  constraint figures_progress_pkey primary key (only_row),
  constraint figures_progress_only_row_check check (only_row)
);
comment on table figures_progress is 'How far the audit log and the outbox are counted';
comment on column figures_progress.active_counted_at is 'When users who are active were counted last';
