-- Made from the migrations by `npm run generate`. Edit those, not this file. It is for reading: it is not run anywhere.

create table category_months (
  space_id bigint not null,
  category_id integer not null,
  month date not null,
  paid_cents bigint not null,
  unpaid_cents bigint not null,
  constraint category_months_pkey primary key (space_id, category_id, month),
  constraint category_months_month_check check (extract(day from month) = 1::numeric),
  constraint category_months_space_id_category_id_fkey foreign key (space_id, category_id) references categories(space_id, id) on delete cascade
);
comment on table category_months is 'Sums of a category''s rows by month, without what only moves money';
