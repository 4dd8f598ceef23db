-- Made from the migrations by `npm run generate`. Edit those, not this file. It is for reading: it is not run anywhere.

create table maintenance_runs (
  id bigint not null generated always as identity,
  kind text not null,
  started_at timestamptz not null,
  ended_at timestamptz not null,
  error text,
  details jsonb not null,
  constraint maintenance_runs_pkey primary key (id),
  constraint maintenance_runs_kind_check check (kind = any (array['housekeeping'::text, 'backup'::text, 'verify'::text]))
);
comment on table maintenance_runs is 'Runs of housekeeping, and backups made or verified: the last hundred of each kind';
comment on column maintenance_runs.error is 'Null: it went well';
comment on column maintenance_runs.details is 'How many rows were removed, by kind of row; how large a backup is';
create index maintenance_runs_kind_idx on maintenance_runs (kind, id);
