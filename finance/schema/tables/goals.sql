-- Made from the migrations by `npm run generate`. Edit those, not this file. It is for reading: it is not run anywhere.

create table goals (
  space_id bigint not null,
  id integer not null,
  name text not null,
  target_cents bigint not null,
  target_date date,
  icon text,
  refills boolean not null default false,
  state text not null default 'active'::text,
  started_on date not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  constraint goals_pkey primary key (space_id, id),
  constraint goals_state_check check (state = any (array['active'::text, 'paused'::text, 'archived'::text])),
  constraint goals_target_cents_check check (target_cents >= 1 and target_cents <= '999999999999'::bigint),
  constraint goals_space_id_fkey foreign key (space_id) references spaces(space_id) on delete cascade
);
comment on column goals.target_date is 'The day on which the target shall be there. Null: no day';
comment on column goals.refills is 'What is spent is saved again, as in an emergency fund';
comment on column goals.started_on is 'The day from which the plan counts';
