-- Figures of the overview, kept by hour, so that to read them costs the same however much happened.
create table hourly_figures (
  hour timestamptz not null,
  name text not null,
  count bigint not null,
  primary key (hour, name)
);
comment on table hourly_figures is 'How often something happened in an hour. Counted behind sign-ins, never by them';

create table figures_progress (
  only_row boolean primary key default true check (only_row),
  counted_until timestamptz not null,
  active_counted_at timestamptz not null default '-infinity'
);
comment on table figures_progress is 'How far the audit log and the outbox are counted';
comment on column figures_progress.active_counted_at is 'When users who are active were counted last';
