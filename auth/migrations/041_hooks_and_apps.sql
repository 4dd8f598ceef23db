-- What hooks answered last, for administrators; and secrets of apps that are replaced while both are good.
create table hook_calls (
  number bigint generated always as identity constraint hook_calls_pkey primary key,
  hook text not null,
  created_at timestamptz not null,
  milliseconds integer not null,
  outcome text not null check (outcome in ('answered', 'refused', 'failed')),
  error text
);
comment on table hook_calls is 'The last calls of each hook, of all replicas; older ones go when new ones come';
comment on column hook_calls.outcome is 'refused: the hook said no in its own words. failed: it said nothing that can be used';
comment on column hook_calls.error is 'The code of the error that the caller met';
create index hook_calls_hook_idx on hook_calls (hook, number);

alter table oauth_clients add column old_secret_hash bytea, add column old_secret_until timestamptz;
alter table oauth_clients add constraint oauth_clients_old_secret_check check ((old_secret_hash is null) = (old_secret_until is null));
comment on column oauth_clients.old_secret_hash is 'After a rotation it is good too, for a while';
