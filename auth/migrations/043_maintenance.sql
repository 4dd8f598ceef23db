-- What was done for this server beside requests, so that administrators see when it was last done and whether it went well.
create table maintenance_runs (
  id bigint generated always as identity primary key,
  kind text not null check (kind in ('housekeeping', 'backup', 'verify')),
  started_at timestamptz not null,
  ended_at timestamptz not null,
  error text,
  details jsonb not null
);
comment on table maintenance_runs is 'Runs of housekeeping, and backups made or verified: the last hundred of each kind';
comment on column maintenance_runs.error is 'Null: it went well';
comment on column maintenance_runs.details is 'How many rows were removed, by kind of row; how large a backup is';
create index maintenance_runs_kind_idx on maintenance_runs (kind, id);
