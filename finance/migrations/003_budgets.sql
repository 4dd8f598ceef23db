-- What a category shall not cost, or shall earn, in a month.

create sequence budgets_id_seq;

create table budgets (
  space_id bigint not null references spaces on delete cascade,
  id bigint not null default nextval('budgets_id_seq'),
  category_id int not null,
  date date not null check (extract(day from date) = 1 and date between '1900-01-01' and '2199-12-01'),
  activity_type int not null check (activity_type in (0, 1)),
  amount_cents bigint not null check (amount_cents between 0 and 999999999999),
  primary key (space_id, id),
  unique (space_id, date, category_id, activity_type),
  foreign key (space_id, category_id) references categories on delete cascade
);
create index budgets_category_idx on budgets (space_id, category_id);
comment on column budgets.date is 'The first day of the month';
comment on column budgets.activity_type is '0: at most so much is spent. 1: at least so much is earned';
