-- Made from the migrations by `npm run generate`. Edit those, not this file. It is for reading: it is not run anywhere.

create table ledger_check (
  is_only boolean not null default true,
  state jsonb not null,
  constraint ledger_check_pkey primary key (is_only),
  constraint ledger_check_is_only_check check (is_only)
);
comment on table ledger_check is 'One row: how far the check of all spaces has come, when the last one ended, and which spaces are wrong';
