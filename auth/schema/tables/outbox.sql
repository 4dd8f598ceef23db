-- Made from the migrations by `npm run generate`. Edit those, not this file. It is for reading: it is not run anywhere.

create table outbox (
  id uuid not null,
  kind text not null,
  template text not null,
  address_key bytea not null,
  sealed bytea,
  created_at timestamptz not null,
  expires_at timestamptz,
  due_at timestamptz not null default now(),
  delivered_at timestamptz,
  failed_at timestamptz,
  attempts integer not null default 0,
  last_error text,
  user_id uuid,
  constraint outbox_pkey primary key (id),
  constraint outbox_check check (sealed is not null or delivered_at is not null or failed_at is not null),
  constraint outbox_kind_check check (kind = any (array['mail'::text, 'sms'::text]))
);
comment on table outbox is 'Messages to people, written with what they are about and sent after the commit';
comment on column outbox.address_key is 'HMAC of the recipient: messages to one address can be counted, and the address is not here';
comment on column outbox.sealed is 'Recipient and contents, encrypted; emptied when the message has left or is given up';
comment on column outbox.expires_at is 'What the message carries is worth nothing from here on, so it is not sent any more';
comment on column outbox.due_at is 'When it may be tried next, by the clock of the database; a try under way moves it ahead';
comment on column outbox.user_id is 'Whom it is about, for a hook that sends it; null where it is about nobody who has an account';
create index outbox_done on outbox (created_at) where sealed is null;
create index outbox_failed_idx on outbox (failed_at) where failed_at is not null;
create index outbox_oldest on outbox (created_at) where delivered_at is null and failed_at is null;
create index outbox_user_idx on outbox (user_id, created_at) where user_id is not null;
create index outbox_waiting on outbox (due_at) where delivered_at is null and failed_at is null;
