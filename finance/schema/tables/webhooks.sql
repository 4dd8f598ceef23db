-- Made from the migrations by `npm run generate`. Edit those, not this file. It is for reading: it is not run anywhere.

create table webhooks (
  id integer not null,
  space_id bigint not null,
  user_id integer not null,
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
  updated_at timestamptz not null,
  constraint webhooks_pkey primary key (id),
  constraint webhooks_user_id_fkey foreign key (user_id) references users(id) on delete cascade
);
comment on column webhooks.user_id is 'Who said where it goes. It is switched off when they are no member any more';
comment on column webhooks.events is 'The types of events that it is sent. Null: all';
comment on column webhooks.secret is 'Sealed: whoever reads the database cannot sign';
comment on column webhooks.old_secret is 'After a rotation it signs too, for a while';
comment on column webhooks.version is 'With n: the last entry of the log that was delivered or was none of its business';
comment on column webhooks.failures is 'Of the event that is next';
comment on column webhooks.lease is 'Of the process that delivers just now; one that was killed loses it by time';
create index webhooks_enabled_idx on webhooks (space_id) where enabled;
create index webhooks_space_idx on webhooks (space_id);
