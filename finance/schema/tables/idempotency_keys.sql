-- Made from the migrations by `npm run generate`. Edit those, not this file. It is for reading: it is not run anywhere.

create table idempotency_keys (
  space_id bigint not null,
  key text not null,
  request_hash bytea not null,
  status integer not null,
  body text not null,
  created_at timestamptz not null,
  constraint idempotency_keys_pkey primary key (space_id, key),
  constraint idempotency_keys_space_id_fkey foreign key (space_id) references spaces(space_id) on delete cascade
);
comment on table idempotency_keys is 'The answers to writes that may be sent again, for a day';
create index idempotency_keys_created_at_idx on idempotency_keys (space_id, created_at);
