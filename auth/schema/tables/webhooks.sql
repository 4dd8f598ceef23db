-- Made from the migrations by `npm run generate`. Edit those, not this file. It is for reading: it is not run anywhere.

create table webhooks (
  id uuid not null,
  url text not null,
  description text not null,
  events text[] not null,
  enabled boolean not null,
  off_reason text,
  off_at timestamptz,
  secret bytea not null,
  secret_at timestamptz not null,
  old_secret bytea,
  old_secret_until timestamptz,
  number bigint not null,
  n integer not null,
  failures integer not null default 0,
  next_attempt_at timestamptz,
  lease uuid,
  leased_until timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  constraint webhooks_pkey primary key (id)
);
comment on column webhooks.events is 'The types of events that it is sent. Empty: all';
comment on column webhooks.secret is 'Sealed: whoever reads the database cannot sign';
comment on column webhooks.old_secret is 'After a rotation it signs too, for a while';
comment on column webhooks.number is 'With n: the last entry of the audit log that was delivered or was none of its business, and how many of its events were';
comment on column webhooks.failures is 'Of the event that is next';
comment on column webhooks.lease is 'Of the process that delivers just now; one that was killed loses it by time';
