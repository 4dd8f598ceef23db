-- Made from the migrations by `npm run generate`. Edit those, not this file. It is for reading: it is not run anywhere.

create table account_months (
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
  constraint account_months_pkey primary key (space_id, account_id, month),
  constraint account_months_month_check check (extract(day from month) = 1::numeric),
  constraint account_months_space_id_account_id_fkey foreign key (space_id, account_id) references accounts(space_id, id) on delete cascade
);
comment on table account_months is 'Sums of an account''s rows by month, kept by every write: a balance costs the same however long the history is';
comment on column account_months.paid_moved_in is 'What only moves money: transfers and payments of invoices';
