-- Made from the migrations by `npm run generate`. Edit those, not this file. It is for reading: it is not run anywhere.

create table invoice_checks (
  space_id bigint not null,
  id bigint not null,
  credit_card_id integer not null,
  invoice integer not null,
  transaction_ids bigint[] not null,
  bill_cents bigint,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  constraint invoice_checks_pkey primary key (space_id, id),
  constraint invoice_checks_bill_cents_check check (bill_cents >= '-999999999999'::bigint and bill_cents <= '999999999999'::bigint),
  constraint invoice_checks_id_check check (id = (credit_card_id::bigint * 2048 + invoice + 120)),
  constraint invoice_checks_invoice_check check (invoice >= '-120'::integer and invoice <= 1211),
  constraint invoice_checks_space_id_credit_card_id_fkey foreign key (space_id, credit_card_id) references credit_cards(space_id, id) on delete cascade
);
comment on column invoice_checks.id is 'Made of card and invoice, so that an invoice has one of these';
comment on column invoice_checks.transaction_ids is 'What has left the invoice since, or was deleted, counts again when it is back';
comment on column invoice_checks.bill_cents is 'As the bank has it. Null: as the invoice itself';
