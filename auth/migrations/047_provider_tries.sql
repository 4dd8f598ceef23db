-- Sign-ins at a provider that an administrator tries. They sign nobody in, so they are no rows of flow_states, which earlier releases finish.
create table provider_tries (
  id uuid primary key,
  provider text not null,
  begun_by text not null,
  request jsonb not null,
  ticket_hash bytea constraint provider_tries_ticket_hash_key unique,
  state_hash bytea constraint provider_tries_state_hash_key unique,
  browser_hash bytea,
  sealed_memory bytea,
  sealed_outcome bytea,
  created_at timestamptz not null,
  ended_at timestamptz
);
comment on table provider_tries is 'Sign-ins at providers that administrators try; good for ten minutes';
comment on column provider_tries.begun_by is 'The administrator and their session: nobody else sees the outcome';
comment on column provider_tries.request is 'Who, from where and why, for the entries of the logs';
comment on column provider_tries.ticket_hash is 'Of the link that opens it, until it is opened';
comment on column provider_tries.state_hash is 'While the browser is at the provider';
comment on column provider_tries.sealed_outcome is 'What the provider said of the person, or what went wrong. Never a token';
create index provider_tries_begun_by_idx on provider_tries (begun_by);
create index provider_tries_created_at_idx on provider_tries (created_at);
