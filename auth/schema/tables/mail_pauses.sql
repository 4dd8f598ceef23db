-- Made from the migrations by `npm run generate`. Edit those, not this file. It is for reading: it is not run anywhere.

create table mail_pauses (
  key bytea not null,
  sent_at timestamptz not null,
  constraint mail_pauses_pkey primary key (key)
);
comment on table mail_pauses is 'When an address was last mailed about something, or would have been had it been known';
comment on column mail_pauses.key is 'HMAC of what the mail is about and the address';
create index mail_pauses_sent_at on mail_pauses (sent_at);
