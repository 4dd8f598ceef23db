-- Made from the migrations by `npm run generate`. Edit those, not this file. It is for reading: it is not run anywhere.

create table bulk_jobs (
  id uuid not null,
  number bigint not null generated always as identity,
  act text not null,
  parameters jsonb not null,
  selection jsonb not null,
  undoes uuid,
  actor_kind text not null,
  actor_id uuid,
  request jsonb not null,
  state text not null,
  error text,
  total integer not null,
  done integer not null default 0,
  skipped integer not null default 0,
  failed integer not null default 0,
  created_at timestamptz not null,
  started_at timestamptz,
  ended_at timestamptz,
  leased_until timestamptz not null default '-infinity'::timestamp with time zone,
  constraint bulk_jobs_pkey primary key (id),
  constraint bulk_jobs_number_key unique (number),
  constraint bulk_jobs_state_check check (state = any (array['waiting'::text, 'running'::text, 'done'::text, 'cancelled'::text, 'stopped'::text])),
  constraint bulk_jobs_undoes_fkey foreign key (undoes) references bulk_jobs(id) on delete set null
);
comment on table bulk_jobs is 'Acts of administrators upon many users';
comment on column bulk_jobs.number is 'In the order of their creation';
comment on column bulk_jobs.selection is 'As it was given; bulk_job_users has whom it meant at that time';
comment on column bulk_jobs.undoes is 'The job whose changes this one takes back';
comment on column bulk_jobs.actor_id is 'A user or an API key; null for an operator''s token. Whether they still may is looked up while the job runs';
comment on column bulk_jobs.request is 'Who, from where and why, for the entries of the logs';
comment on column bulk_jobs.error is 'Why it was stopped';
comment on column bulk_jobs.leased_until is 'A process works on it until then, by the clock of the database';
create index bulk_jobs_open_idx on bulk_jobs (leased_until) where state = any (array['waiting'::text, 'running'::text]);
create index bulk_jobs_undoes_idx on bulk_jobs (undoes) where undoes is not null;
