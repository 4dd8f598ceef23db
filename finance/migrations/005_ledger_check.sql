-- What the job that adds the books up again has to remember. It is about all spaces and none of it belongs to one, so it has no `space_id`.

create table ledger_check (
  is_only boolean primary key default true check (is_only),
  state jsonb not null
);
comment on table ledger_check is 'One row: how far the check of all spaces has come, when the last one ended, and which spaces are wrong';
