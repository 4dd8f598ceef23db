-- Made from the migrations by `npm run generate`. Edit those, not this file. It is for reading: it is not run anywhere.

create table budgets (
  space_id bigint not null,
  id bigint not null,
  category_id integer not null,
  date date not null,
  activity_type integer not null,
  amount_cents bigint not null,
  carry text not null default 'none'::text,
  carry_cap_cents bigint,
  refill boolean not null default false,
  constraint budgets_pkey primary key (space_id, id),
  constraint budgets_space_id_date_category_id_activity_type_key unique (space_id, date, category_id, activity_type),
  constraint budgets_activity_type_check check (activity_type = any (array[0, 1])),
  constraint budgets_amount_cents_check check (amount_cents >= 0 and amount_cents <= '999999999999'::bigint),
  constraint budgets_carry_cap_cents_check check (carry_cap_cents >= 0 and carry_cap_cents <= '999999999999'::bigint),
  constraint budgets_carry_check check (carry = any (array['none'::text, 'surplus'::text, 'both'::text])),
  constraint budgets_date_check check (extract(day from date) = 1::numeric and date >= '1900-01-01'::date and date <= '2199-12-01'::date),
  constraint budgets_space_id_category_id_fkey foreign key (space_id, category_id) references categories(space_id, id) on delete cascade,
  constraint budgets_space_id_fkey foreign key (space_id) references spaces(space_id) on delete cascade
);
comment on column budgets.date is 'The first day of the month';
comment on column budgets.activity_type is '0: at most so much is spent. 1: at least so much is earned';
comment on column budgets.carry is 'What of its rest the next month gets: nothing, what is left, or also what is missing';
comment on column budgets.carry_cap_cents is 'So much of what is left at most; null: all of it';
comment on column budgets.refill is 'A month is filled up to the amount, and what came from the month before counts as part of it';
create index budgets_carry_idx on budgets (space_id, date) where carry <> 'none'::text;
create index budgets_category_idx on budgets (space_id, category_id);
