-- Made from the migrations by `npm run generate`. Edit those, not this file. It is for reading: it is not run anywhere.

create table card_invoices (
  space_id bigint not null,
  credit_card_id integer not null,
  invoice integer not null,
  amount_cents bigint not null,
  payment_cents bigint not null,
  payments integer not null,
  constraint card_invoices_pkey primary key (space_id, credit_card_id, invoice),
  constraint card_invoices_invoice_check check (invoice >= '-120'::integer and invoice <= 1211),
  constraint card_invoices_space_id_credit_card_id_fkey foreign key (space_id, credit_card_id) references credit_cards(space_id, id) on delete cascade
);
comment on table card_invoices is 'Sums of a card''s rows by invoice, kept by every write. Where there is no row, nothing happened';
comment on column card_invoices.payment_cents is 'Of the payments that are paid, and `payments` is how many those are. Planned ones do not count';
create index card_invoices_unpaid_idx on card_invoices (space_id, credit_card_id, invoice) where payments = 0;
