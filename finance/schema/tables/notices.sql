-- Made from the migrations by `npm run generate`. Edit those, not this file. It is for reading: it is not run anywhere.

create table notices (
  id bigint not null generated always as identity,
  space_id bigint not null,
  type text not null,
  subject bigint not null,
  created_at timestamptz not null,
  constraint notices_pkey primary key (id)
);
comment on table notices is 'What was noticed of a space that has webhooks, so that it is told once';
comment on column notices.subject is 'The budget; of an invoice its card and number, as in invoice_checks';
create index notices_created_at_idx on notices (created_at);
create unique index notices_subject_idx on notices (space_id, type, subject);
