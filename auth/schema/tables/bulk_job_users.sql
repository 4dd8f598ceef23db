-- Made from the migrations by `npm run generate`. Edit those, not this file. It is for reading: it is not run anywhere.

create table bulk_job_users (
  job_id uuid not null,
  "position" integer not null,
  user_id uuid not null,
  outcome text,
  error text,
  before jsonb,
  after jsonb,
  constraint bulk_job_users_pkey primary key (job_id, "position"),
  constraint bulk_job_users_outcome_check check (outcome = any (array['done'::text, 'skipped'::text, 'failed'::text])),
  constraint bulk_job_users_job_id_fkey foreign key (job_id) references bulk_jobs(id) on delete cascade
);
comment on table bulk_job_users is 'The users of a job, fixed when it is created. Without a foreign key, because a job may delete them';
comment on column bulk_job_users.outcome is 'Null: not done yet';
comment on column bulk_job_users.error is 'Why it was skipped, or failed';
comment on column bulk_job_users.before is 'What the job changed, for seven days, so that it can be undone';
comment on column bulk_job_users.after is 'What it made of it: what was changed since is not undone';
create index bulk_job_users_kept_idx on bulk_job_users (user_id) where before is not null;
create index bulk_job_users_outcome_idx on bulk_job_users (job_id, outcome, "position");
