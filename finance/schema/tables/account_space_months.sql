-- Made from the migrations by `npm run generate`. Edit those, not this file. It is for reading: it is not run anywhere.

create table account_space_months (
  space_id bigint not null,
  account_id integer not null,
  month date not null,
  paid_earnings bigint not null,
  paid_expenses bigint not null,
  paid_moved_in bigint not null,
  paid_moved_out bigint not null,
  unpaid_earnings bigint not null,
  unpaid_expenses bigint not null,
  unpaid_moved_in bigint not null,
  unpaid_moved_out bigint not null,
  constraint account_space_months_pkey primary key (space_id, account_id, month),
  constraint account_space_months_month_check check (extract(day from month) = 1::numeric),
  constraint account_space_months_space_id_account_id_fkey foreign key (space_id, account_id) references accounts(space_id, id) on delete cascade
);
comment on table account_space_months is 'As account_months, by the months of the space: month is the name of one, as the first day of a calendar month';
