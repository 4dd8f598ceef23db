-- Made from the migrations by `npm run generate`. Edit those, not this file. It is for reading: it is not run anywhere.

create table account_years (
  space_id bigint not null,
  account_id integer not null,
  year integer not null,
  paid_cents bigint not null,
  unpaid_cents bigint not null,
  constraint account_years_pkey primary key (space_id, account_id, year),
  constraint account_years_space_id_account_id_fkey foreign key (space_id, account_id) references accounts(space_id, id) on delete cascade
);
comment on table account_years is 'The same by year, all kinds together: what a century of months sums to is read from a hundred rows';
