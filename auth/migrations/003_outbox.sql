create table outbox (
  id uuid primary key,
  kind text not null check (kind in ('mail', 'sms')),
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
  check (sealed is not null or delivered_at is not null or failed_at is not null)
);
comment on table outbox is 'Messages to people, written with what they are about and sent after the commit';
comment on column outbox.address_key is 'HMAC of the recipient: messages to one address can be counted, and the address is not here';
comment on column outbox.sealed is 'Recipient and contents, encrypted; emptied when the message has left or is given up';
comment on column outbox.expires_at is 'What the message carries is worth nothing from here on, so it is not sent any more';
comment on column outbox.due_at is 'When it may be tried next, by the clock of the database; a try under way moves it ahead';

create index outbox_waiting on outbox (due_at) where delivered_at is null and failed_at is null;
create index outbox_oldest on outbox (created_at) where delivered_at is null and failed_at is null;
create index outbox_done on outbox (created_at) where sealed is null;

create table mail_pauses (
  key bytea primary key,
  sent_at timestamptz not null
);
comment on table mail_pauses is 'When an address was last mailed about something, or would have been had it been known';
comment on column mail_pauses.key is 'HMAC of what the mail is about and the address';

create index mail_pauses_sent_at on mail_pauses (sent_at);

create table send_counters (
  name text primary key,
  window_start timestamptz not null,
  count integer not null
);
comment on table send_counters is 'What has been spent of the budgets for messages of the whole service';
