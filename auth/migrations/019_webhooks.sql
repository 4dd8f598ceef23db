-- Webhooks: what happens is told to addresses that administrators name, in order, along the audit log.
create sequence audit_log_entries_number_seq;
alter table audit_log_entries add column number bigint;
alter table audit_log_entries alter column number set default
  case when pg_current_xact_id() is not null then nextval('audit_log_entries_number_seq') end;
alter sequence audit_log_entries_number_seq owned by audit_log_entries.number;
comment on column audit_log_entries.number is 'In the order in which entries were written. Its transaction has an id before it has the number, so that a reader can tell a number that nobody has from one that is yet to be committed';
-- A summary of pages, and no entry for each row: what is added at the end costs next to nothing.
create index audit_log_entries_number_idx on audit_log_entries using brin (number) with (pages_per_range = 32, autosummarize = on);

create table webhooks (
  id uuid primary key,
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
  updated_at timestamptz not null
);
comment on column webhooks.events is 'The types of events that it is sent. Empty: all';
comment on column webhooks.secret is 'Sealed: whoever reads the database cannot sign';
comment on column webhooks.old_secret is 'After a rotation it signs too, for a while';
comment on column webhooks.number is 'With n: the last entry of the audit log that was delivered or was none of its business, and how many of its events were';
comment on column webhooks.failures is 'Of the event that is next';
comment on column webhooks.lease is 'Of the process that delivers just now; one that was killed loses it by time';

create table webhook_deliveries (
  id bigint generated always as identity primary key,
  webhook_id uuid not null references webhooks (id) on delete cascade,
  message_id text not null,
  type text not null,
  entry_id uuid,
  asked boolean not null,
  state text not null check (state in ('waiting', 'delivered', 'failed')),
  attempts integer not null default 0,
  status integer,
  error text,
  created_at timestamptz not null,
  attempted_at timestamptz
);
comment on table webhook_deliveries is 'What became of each event. Bodies are made from the audit log, and kept nowhere';
comment on column webhook_deliveries.entry_id is 'Of the audit log. Null for a ping';
comment on column webhook_deliveries.asked is 'Asked for by somebody, and tried once: a ping, or an event that was sent before';
create unique index webhook_deliveries_message_idx on webhook_deliveries (webhook_id, message_id) where not asked;
create index webhook_deliveries_list_idx on webhook_deliveries (webhook_id, id);
create index webhook_deliveries_created_idx on webhook_deliveries (created_at);
create index webhook_deliveries_asked_idx on webhook_deliveries (webhook_id) where asked and state = 'waiting';
