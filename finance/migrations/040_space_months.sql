-- Sums of the months of spaces whose months do not begin on the first. Spaces without such a rule have no rows here.
create table account_space_months (
  space_id bigint not null,
  account_id integer not null,
  month date not null check (extract(day from month) = 1),
  paid_earnings bigint not null,
  paid_expenses bigint not null,
  paid_moved_in bigint not null,
  paid_moved_out bigint not null,
  unpaid_earnings bigint not null,
  unpaid_expenses bigint not null,
  unpaid_moved_in bigint not null,
  unpaid_moved_out bigint not null,
  primary key (space_id, account_id, month)
);
comment on table account_space_months is 'As account_months, by the months of the space: month is the name of one, as the first day of a calendar month';
select distribute_table('account_space_months');
alter table account_space_months add foreign key (space_id, account_id) references accounts (space_id, id) on delete cascade;

create table category_space_months (
  space_id bigint not null,
  category_id integer not null,
  month date not null check (extract(day from month) = 1),
  paid_cents bigint not null,
  unpaid_cents bigint not null,
  primary key (space_id, category_id, month)
);
comment on table category_space_months is 'As category_months, by the months of the space';
select distribute_table('category_space_months');
alter table category_space_months add foreign key (space_id, category_id) references categories (space_id, id) on delete cascade;

alter table spaces add column space_months_version bigint;
alter table spaces add column space_months_through date;
comment on column spaces.space_months_version is 'Up to which version the sums of its own months are right. A post of a release that does not know them leaves it behind';
comment on column spaces.space_months_through is 'Up to which month they are built. Null: none is';
