-- Made from the migrations by `npm run generate`. Edit those, not this file. It is for reading: it is not run anywhere.

create table hook_calls (
  number bigint not null generated always as identity,
  hook text not null,
  created_at timestamptz not null,
  milliseconds integer not null,
  outcome text not null,
  error text,
  constraint hook_calls_pkey primary key (number),
  constraint hook_calls_outcome_check check (outcome = any (array['answered'::text, 'refused'::text, 'failed'::text]))
);
comment on table hook_calls is 'The last calls of each hook, of all replicas; older ones go when new ones come';
comment on column hook_calls.outcome is 'refused: the hook said no in its own words. failed: it said nothing that can be used';
comment on column hook_calls.error is 'The code of the error that the caller met';
create index hook_calls_hook_idx on hook_calls (hook, number);
