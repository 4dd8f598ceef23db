-- Made from the migrations by `npm run generate`. Edit those, not this file. It is for reading: it is not run anywhere.

create table category_space_months (
  space_id bigint not null,
  category_id integer not null,
  month date not null,
  paid_cents bigint not null,
  unpaid_cents bigint not null,
  constraint category_space_months_pkey primary key (space_id, category_id, month),
  constraint category_space_months_month_check check (extract(day from month) = 1::numeric),
  constraint category_space_months_space_id_category_id_fkey foreign key (space_id, category_id) references categories(space_id, id) on delete cascade
);
comment on table category_space_months is 'As category_months, by the months of the space';
