-- Webhooks: what is written in a space is told to addresses that its owners name, in order, along the log.
create sequence webhooks_id_seq as integer;

create table webhooks (
  id integer primary key,
  space_id bigint not null,
  user_id integer not null references users (id) on delete cascade,
  url text not null,
  description text,
  events text[],
  with_records boolean not null,
  enabled boolean not null,
  off_reason text,
  off_at timestamptz,
  secret bytea not null,
  secret_at timestamptz not null,
  old_secret bytea,
  old_secret_until timestamptz,
  version bigint not null,
  n integer not null,
  failures integer not null default 0,
  next_attempt_at timestamptz,
  lease uuid,
  leased_until timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
comment on column webhooks.user_id is 'Who said where it goes. It is switched off when they are no member any more';
comment on column webhooks.events is 'The types of events that it is sent. Null: all';
comment on column webhooks.secret is 'Sealed: whoever reads the database cannot sign';
comment on column webhooks.old_secret is 'After a rotation it signs too, for a while';
comment on column webhooks.version is 'With n: the last entry of the log that was delivered or was none of its business';
comment on column webhooks.failures is 'Of the event that is next';
comment on column webhooks.lease is 'Of the process that delivers just now; one that was killed loses it by time';
create index webhooks_space_idx on webhooks (space_id);
create index webhooks_enabled_idx on webhooks (space_id) where enabled;

create table webhook_deliveries (
  id bigint generated always as identity primary key,
  space_id bigint not null,
  webhook_id integer not null references webhooks (id) on delete cascade,
  message_id text not null,
  type text not null,
  version bigint,
  n integer,
  asked boolean not null,
  state text not null check (state in ('waiting', 'delivered', 'failed')),
  attempts integer not null default 0,
  status integer,
  error text,
  created_at timestamptz not null,
  attempted_at timestamptz
);
comment on table webhook_deliveries is 'What became of each event. Bodies are made from the log, and kept nowhere';
comment on column webhook_deliveries.asked is 'Asked for by somebody, and tried once: a ping, or an event that was sent before';
create unique index webhook_deliveries_message_idx on webhook_deliveries (webhook_id, message_id) where not asked;
create index webhook_deliveries_list_idx on webhook_deliveries (webhook_id, id);
create index webhook_deliveries_created_idx on webhook_deliveries (created_at);
create index webhook_deliveries_asked_idx on webhook_deliveries (space_id, webhook_id) where asked and state = 'waiting';

alter table spaces add column has_webhooks boolean not null default false;
comment on column spaces.has_webhooks is 'Whether a post has to wake somebody. In this row, so that writes know without asking';
