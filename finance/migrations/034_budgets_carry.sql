-- A budget says what of its rest goes on to the next month. Nothing of that is stored: it is computed from the budgets and sums of the months
-- before. Budgets of earlier releases pass on nothing.

alter table budgets add column carry text not null default 'none' check (carry in ('none', 'surplus', 'both'));
alter table budgets add column carry_cap_cents bigint check (carry_cap_cents between 0 and 999999999999);
alter table budgets add column refill boolean not null default false;
comment on column budgets.carry is 'What of its rest the next month gets: nothing, what is left, or also what is missing';
comment on column budgets.carry_cap_cents is 'So much of what is left at most; null: all of it';
comment on column budgets.refill is 'A month is filled up to the amount, and what came from the month before counts as part of it';

create index budgets_carry_idx on budgets (space_id, date) where carry <> 'none';
