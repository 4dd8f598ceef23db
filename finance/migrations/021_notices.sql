-- What webhooks are sent because of the day or of a sum, and not because somebody wrote it: once each.
create table notices (
  id bigint generated always as identity primary key,
  space_id bigint not null,
  type text not null,
  subject bigint not null,
  created_at timestamptz not null
);
comment on table notices is 'What was noticed of a space that has webhooks, so that it is told once';
comment on column notices.subject is 'The budget; of an invoice its card and number, as in invoice_checks';
create unique index notices_subject_idx on notices (space_id, type, subject);
create index notices_created_at_idx on notices (created_at);

comment on column further_spaces.erasing_at is 'Since when it is being erased, because its last member is gone or one of its owners deleted it';
