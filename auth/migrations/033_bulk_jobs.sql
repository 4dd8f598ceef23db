-- One act of an administrator upon many users, done in the background.
create table bulk_jobs (
  id uuid primary key,
  number bigint generated always as identity constraint bulk_jobs_number_key unique,
  act text not null,
  parameters jsonb not null,
  selection jsonb not null,
  undoes uuid references bulk_jobs (id) on delete set null,
  actor_kind text not null,
  actor_id uuid,
  request jsonb not null,
  state text not null check (state in ('waiting', 'running', 'done', 'cancelled', 'stopped')),
  error text,
  total integer not null,
  done integer not null default 0,
  skipped integer not null default 0,
  failed integer not null default 0,
  created_at timestamptz not null,
  started_at timestamptz,
  ended_at timestamptz,
  leased_until timestamptz not null default '-infinity'
);
comment on table bulk_jobs is 'Acts of administrators upon many users';
comment on column bulk_jobs.number is 'In the order of their creation';
comment on column bulk_jobs.selection is 'As it was given; bulk_job_users has whom it meant at that time';
comment on column bulk_jobs.undoes is 'The job whose changes this one takes back';
comment on column bulk_jobs.actor_id is 'A user or an API key; null for an operator''s token. Whether they still may is looked up while the job runs';
comment on column bulk_jobs.request is 'Who, from where and why, for the entries of the logs';
comment on column bulk_jobs.error is 'Why it was stopped';
comment on column bulk_jobs.leased_until is 'A process works on it until then, by the clock of the database';
create index bulk_jobs_open_idx on bulk_jobs (leased_until) where state in ('waiting', 'running');
create index bulk_jobs_undoes_idx on bulk_jobs (undoes) where undoes is not null;

create table bulk_job_users (
  job_id uuid not null references bulk_jobs (id) on delete cascade,
  position integer not null,
  user_id uuid not null,
  outcome text check (outcome in ('done', 'skipped', 'failed')),
  error text,
  before jsonb,
  after jsonb,
  primary key (job_id, position)
);
comment on table bulk_job_users is 'The users of a job, fixed when it is created. Without a foreign key, because a job may delete them';
comment on column bulk_job_users.outcome is 'Null: not done yet';
comment on column bulk_job_users.error is 'Why it was skipped, or failed';
comment on column bulk_job_users.before is 'What the job changed, for seven days, so that it can be undone';
comment on column bulk_job_users.after is 'What it made of it: what was changed since is not undone';
create index bulk_job_users_outcome_idx on bulk_job_users (job_id, outcome, position);
create index bulk_job_users_kept_idx on bulk_job_users (user_id) where before is not null;
