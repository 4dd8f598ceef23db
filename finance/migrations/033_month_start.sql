-- The months of a space may begin on any day. The rule is part of the space's row, so that every write and every read of it sees the same.
alter table spaces add column month_start_day integer not null default 1 check (month_start_day between 1 and 31);
alter table spaces add column month_start_weekend text not null default 'same' check (month_start_weekend in ('same', 'before', 'after'));
comment on column spaces.month_start_day is 'On which day months begin; of a shorter calendar month its last. It holds for all time';
comment on column spaces.month_start_weekend is 'What becomes of a start on a Saturday or Sunday: it stays, or it is the Friday before or the Monday after';
