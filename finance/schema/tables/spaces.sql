-- Made from the migrations by `npm run generate`. Edit those, not this file. It is for reading: it is not run anywhere.

create table spaces (
  space_id bigint not null,
  time_zone text not null,
  default_account_id integer,
  default_expenses_category_id integer,
  default_earnings_category_id integer,
  transfers_category_id integer,
  payments_category_id integer,
  extended_through date not null,
  turnover_cents bigint not null default 0,
  created_at timestamptz not null,
  default_credit_card_id integer,
  version bigint not null default 0,
  undoable_after bigint not null default 0,
  members jsonb not null default '{}'::jsonb,
  has_webhooks boolean not null default false,
  month_start_day integer not null default 1,
  month_start_weekend text not null default 'same'::text,
  space_months_version bigint,
  space_months_through date,
  constraint spaces_pkey primary key (space_id),
  constraint spaces_month_start_day_check check (month_start_day >= 1 and month_start_day <= 31),
  constraint spaces_month_start_weekend_check check (month_start_weekend = any (array['same'::text, 'before'::text, 'after'::text])),
  constraint spaces_sums_are_exact check (turnover_cents >= 0 and turnover_cents <= '9007199254740991'::bigint),
  constraint spaces_space_id_default_account_id_fkey foreign key (space_id, default_account_id) references accounts(space_id, id),
  constraint spaces_space_id_default_credit_card_id_fkey foreign key (space_id, default_credit_card_id) references credit_cards(space_id, id),
  constraint spaces_space_id_default_earnings_category_id_fkey foreign key (space_id, default_earnings_category_id) references categories(space_id, id),
  constraint spaces_space_id_default_expenses_category_id_fkey foreign key (space_id, default_expenses_category_id) references categories(space_id, id),
  constraint spaces_space_id_payments_category_id_fkey foreign key (space_id, payments_category_id) references categories(space_id, id),
  constraint spaces_space_id_transfers_category_id_fkey foreign key (space_id, transfers_category_id) references categories(space_id, id)
);
comment on table spaces is 'What belongs together: one person''s money, later a household''s. Writes of one space wait for each other on its row';
comment on column spaces.default_account_id is 'A pointer instead of a flag on each account, so that there is never more than one';
comment on column spaces.extended_through is 'Every fixed series has its rows up to this day';
comment on column spaces.turnover_cents is 'All amounts without their signs. No sum in the space can be larger, so every number in an answer is exact';
comment on column spaces.version is 'How many posts the space has had. A post is made only if nobody else has posted since its reads';
comment on column spaces.undoable_after is 'Posts up to this version were logged by releases whose log does not hold all that an undo needs';
comment on column spaces.members is 'The roles of those who joined, by user id, without those whose own space it is. In this row, so that it is read with the version: who was removed is out at once';
comment on column spaces.has_webhooks is 'Whether a post has to wake somebody. In this row, so that writes know without asking';
comment on column spaces.month_start_day is 'On which day months begin; of a shorter calendar month its last. It holds for all time';
comment on column spaces.month_start_weekend is 'What becomes of a start on a Saturday or Sunday: it stays, or it is the Friday before or the Monday after';
comment on column spaces.space_months_version is 'Up to which version the sums of its own months are right. A post of a release that does not know them leaves it behind';
comment on column spaces.space_months_through is 'Up to which month they are built. Null: none is';
