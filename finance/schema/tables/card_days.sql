-- Made from the migrations by `npm run generate`. Edit those, not this file. It is for reading: it is not run anywhere.

create table card_days (
  space_id bigint not null,
  credit_card_id integer not null,
  from_invoice integer not null,
  closing_day integer not null,
  due_day integer not null,
  constraint card_days_pkey primary key (space_id, credit_card_id, from_invoice),
  constraint card_days_closing_day_check check (closing_day >= 1 and closing_day <= 31),
  constraint card_days_due_day_check check (due_day >= 1 and due_day <= 31),
  constraint card_days_space_id_credit_card_id_fkey foreign key (space_id, credit_card_id) references credit_cards(space_id, id) on delete cascade
);
comment on table card_days is 'The days of a card and since which invoice they hold. The oldest hold for every invoice before, too; the newest are the card''s';
