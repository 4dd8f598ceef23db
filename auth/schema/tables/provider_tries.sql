-- Made from the migrations by `npm run generate`. Edit those, not this file. It is for reading: it is not run anywhere.

create table provider_tries (
  id uuid not null,
  provider text not null,
  begun_by text not null,
  request jsonb not null,
  ticket_hash bytea,
  state_hash bytea,
  browser_hash bytea,
  sealed_memory bytea,
  sealed_outcome bytea,
  created_at timestamptz not null,
  ended_at timestamptz,
  constraint provider_tries_pkey primary key (id),
  constraint provider_tries_state_hash_key unique (state_hash),
  constraint provider_tries_ticket_hash_key unique (ticket_hash)
);
comment on table provider_tries is 'Sign-ins at providers that administrators try; good for ten minutes';
comment on column provider_tries.begun_by is 'The administrator and their session: nobody else sees the outcome';
comment on column provider_tries.request is 'Who, from where and why, for the entries of the logs';
comment on column provider_tries.ticket_hash is 'Of the link that opens it, until it is opened';
comment on column provider_tries.state_hash is 'While the browser is at the provider';
comment on column provider_tries.sealed_outcome is 'What the provider said of the person, or what went wrong. Never a token';
create index provider_tries_begun_by_idx on provider_tries (begun_by);
create index provider_tries_created_at_idx on provider_tries (created_at);
