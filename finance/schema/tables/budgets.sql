-- Made from the migrations by `npm run generate`. Edit those, not this file. It is for reading: it is not run anywhere.

create table budgets (
  space_id bigint not null,
  id bigint not null,
  category_id integer not null,
  date date not null,
  activity_type integer not null,
  amount_cents bigint not null,
  constraint budgets_pkey primary key (space_id, id),
  constraint budgets_space_id_date_category_id_activity_type_key unique (space_id, date, category_id, activity_type),
  constraint budgets_activity_type_check check (activity_type = any (array[0, 1])),
  constraint budgets_amount_cents_check check (amount_cents >= 0 and amount_cents <= '999999999999'::bigint),
  constraint budgets_date_check check (extract(day from date) = 1::numeric and date >= '1900-01-01'::date and date <= '2199-12-01'::date),
  constraint budgets_space_id_category_id_fkey foreign key (space_id, category_id) references categories(space_id, id) on delete cascade,
  constraint budgets_space_id_fkey foreign key (space_id) references spaces(space_id) on delete cascade
);
comment on column budgets.date is 'The first day of the month';
comment on column budgets.activity_type is '0: at most so much is spent. 1: at least so much is earned';
create index budgets_category_idx on budgets (space_id, category_id);
