-- Made from the migrations by `npm run generate`. Edit those, not this file. It is for reading: it is not run anywhere.

create table webhook_deliveries (
  id bigint not null generated always as identity,
  space_id bigint not null,
  webhook_id integer not null,
  message_id text not null,
  type text not null,
  version bigint,
  n integer,
  asked boolean not null,
  state text not null,
  attempts integer not null default 0,
  status integer,
  error text,
  created_at timestamptz not null,
  attempted_at timestamptz,
  constraint webhook_deliveries_pkey primary key (id),
  constraint webhook_deliveries_state_check check (state = any (array['waiting'::text, 'delivered'::text, 'failed'::text])),
  constraint webhook_deliveries_webhook_id_fkey foreign key (webhook_id) references webhooks(id) on delete cascade
);
comment on table webhook_deliveries is 'What became of each event. Bodies are made from the log, and kept nowhere';
comment on column webhook_deliveries.asked is 'Asked for by somebody, and tried once: a ping, or an event that was sent before';
create index webhook_deliveries_asked_idx on webhook_deliveries (space_id, webhook_id) where asked and state = 'waiting'::text;
create index webhook_deliveries_created_idx on webhook_deliveries (created_at);
create index webhook_deliveries_list_idx on webhook_deliveries (webhook_id, id);
create unique index webhook_deliveries_message_idx on webhook_deliveries (webhook_id, message_id) where not asked;
