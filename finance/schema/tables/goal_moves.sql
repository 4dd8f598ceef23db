-- Made from the migrations by `npm run generate`. Edit those, not this file. It is for reading: it is not run anywhere.

create table goal_moves (
  space_id bigint not null,
  id integer not null,
  goal_id integer not null,
  account_id integer not null,
  amount_cents bigint not null,
  date date not null,
  "position" integer not null,
  transaction_id bigint,
  created_at timestamptz not null,
  constraint goal_moves_pkey primary key (space_id, id),
  constraint goal_moves_transaction_id_key unique (space_id, transaction_id),
  constraint goal_moves_amount_cents_check check (amount_cents >= '-999999999999'::bigint and amount_cents <= '999999999999'::bigint),
  constraint goal_moves_transaction_id_check check (transaction_id is null or amount_cents < 0),
  constraint goal_moves_space_id_account_id_fkey foreign key (space_id, account_id) references accounts(space_id, id) on delete cascade,
  constraint goal_moves_space_id_goal_id_fkey foreign key (space_id, goal_id) references goals(space_id, id) on delete cascade
);
comment on table goal_moves is 'What a goal reserves on an account, releases, or has spent. An earmark is what they come to, never less than 0';
comment on column goal_moves."position" is 'Among the moves of the goal: ids may be drawn in another order than posts are made';
comment on column goal_moves.transaction_id is 'The purchase that uses the goal; it takes at most its own amount';
create index goal_moves_account_idx on goal_moves (space_id, account_id);
create index goal_moves_goal_idx on goal_moves (space_id, goal_id, id);
