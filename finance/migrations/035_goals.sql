-- Goals, and what they set aside on accounts. A purchase that uses a goal is named without a key: if it is gone, its move takes nothing, and
-- counts again when the purchase is back.

create sequence goals_id_seq as integer;
create sequence goal_moves_id_seq as integer;

create table goals (
  space_id bigint not null,
  id integer not null,
  name text not null,
  target_cents bigint not null,
  target_date date,
  icon text,
  refills boolean not null default false,
  state text not null default 'active',
  started_on date not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  constraint goals_pkey primary key (space_id, id),
  constraint goals_target_cents_check check (target_cents between 1 and 999999999999),
  constraint goals_state_check check (state in ('active', 'paused', 'archived'))
);
comment on column goals.target_date is 'The day on which the target shall be there. Null: no day';
comment on column goals.refills is 'What is spent is saved again, as in an emergency fund';
comment on column goals.started_on is 'The day from which the plan counts';
select distribute_table('goals');
alter table goals add constraint goals_space_id_fkey foreign key (space_id) references spaces (space_id) on delete cascade;

create table goal_moves (
  space_id bigint not null,
  id integer not null,
  goal_id integer not null,
  account_id integer not null,
  amount_cents bigint not null,
  date date not null,
  position integer not null,
  transaction_id bigint,
  created_at timestamptz not null,
  constraint goal_moves_pkey primary key (space_id, id),
  constraint goal_moves_amount_cents_check check (amount_cents between -999999999999 and 999999999999),
  constraint goal_moves_transaction_id_check check (transaction_id is null or amount_cents < 0),
  constraint goal_moves_transaction_id_key unique (space_id, transaction_id)
);
comment on table goal_moves is 'What a goal reserves on an account, releases, or has spent. An earmark is what they come to, never less than 0';
comment on column goal_moves.position is 'Among the moves of the goal: ids may be drawn in another order than posts are made';
comment on column goal_moves.transaction_id is 'The purchase that uses the goal; it takes at most its own amount';
select distribute_table('goal_moves');
alter table goal_moves add constraint goal_moves_space_id_goal_id_fkey
  foreign key (space_id, goal_id) references goals (space_id, id) on delete cascade;
alter table goal_moves add constraint goal_moves_space_id_account_id_fkey
  foreign key (space_id, account_id) references accounts (space_id, id) on delete cascade;
create index goal_moves_goal_idx on goal_moves (space_id, goal_id, id);
create index goal_moves_account_idx on goal_moves (space_id, account_id);
