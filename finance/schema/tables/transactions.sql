-- Made from the migrations by `npm run generate`. Edit those, not this file. It is for reading: it is not run anywhere.

create table transactions (
  space_id bigint not null,
  id bigint not null,
  account_id integer,
  category_id integer not null,
  description text not null,
  date date not null,
  paid boolean not null,
  amount_cents bigint not null,
  notes text,
  tags text[] not null default '{}'::text[],
  series_id bigint,
  occurrence integer,
  total_installments integer not null default 1,
  recurring boolean not null default false,
  oposite_transaction_id bigint,
  oposite_account_id integer,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  credit_card_id integer,
  credit_card_invoice_id integer,
  invoice_pinned boolean not null default false,
  paid_credit_card_id integer,
  paid_credit_card_invoice_id integer,
  created_by_id integer,
  parts jsonb,
  attachments jsonb,
  refund_of_id bigint,
  split_from_id bigint,
  constraint transactions_pkey primary key (space_id, id),
  constraint transactions_amount_cents_check check (amount_cents >= '-999999999999'::bigint and amount_cents <= '999999999999'::bigint),
  constraint transactions_check check ((series_id is null) = (occurrence is null)),
  constraint transactions_check1 check ((oposite_transaction_id is null) = (oposite_account_id is null)),
  constraint transactions_check2 check ((account_id is null) <> (credit_card_id is null)),
  constraint transactions_check3 check ((credit_card_id is null) = (credit_card_invoice_id is null)),
  constraint transactions_check4 check (credit_card_id is null or paid and oposite_transaction_id is null and paid_credit_card_id is null),
  constraint transactions_check5 check (not invoice_pinned or credit_card_id is not null),
  constraint transactions_check6 check ((paid_credit_card_id is null) = (paid_credit_card_invoice_id is null)),
  constraint transactions_check7 check (paid_credit_card_id is null or oposite_transaction_id is null and series_id is null),
  constraint transactions_date_check check (date >= '1900-01-01'::date and date <= '2199-12-31'::date),
  constraint transactions_parts_check check (parts is null or parts_cents(parts) = amount_cents) not valid,
  constraint transactions_space_id_account_id_fkey foreign key (space_id, account_id) references accounts(space_id, id),
  constraint transactions_space_id_category_id_fkey foreign key (space_id, category_id) references categories(space_id, id),
  constraint transactions_space_id_credit_card_id_fkey foreign key (space_id, credit_card_id) references credit_cards(space_id, id),
  constraint transactions_space_id_fkey foreign key (space_id) references spaces(space_id) on delete cascade,
  constraint transactions_space_id_oposite_account_id_fkey foreign key (space_id, oposite_account_id) references accounts(space_id, id),
  constraint transactions_space_id_oposite_transaction_id_fkey foreign key (space_id, oposite_transaction_id) references transactions(space_id, id),
  constraint transactions_space_id_paid_credit_card_id_fkey foreign key (space_id, paid_credit_card_id) references credit_cards(space_id, id),
  constraint transactions_space_id_series_id_fkey foreign key (space_id, series_id) references series(space_id, id)
);
comment on column transactions.paid is 'A purchase on a card counts as spent at once; whether its invoice is paid is seen when it is read';
comment on column transactions.invoice_pinned is 'The client named the invoice; else it is the one whose period holds the date';
comment on column transactions.created_by_id is 'The user who wrote it, or the series that made it; null: not known. No foreign key: who is gone stays its author';
comment on column transactions.parts is 'What it is split into, in the order of the user: category_id, amount_cents, description and tags of each. Null: it is not split';
comment on column transactions.attachments is 'Its files, the oldest first: id (SHA-256 of the bytes), name, type, size_bytes and created_at of each. Null: it has none';
comment on column transactions.refund_of_id is 'The transaction whose money it brings back. Where there is none of that id any more, it was deleted';
comment on column transactions.split_from_id is 'Of a leg of a transfer: the transaction of the same account that it was split from; a bank has one line for both. Where there is none of that id any more, it was deleted';
create index transactions_account_idx on transactions (space_id, account_id, date desc, id desc);
create index transactions_amount_idx on transactions (space_id, abs(amount_cents), date desc, id desc);
create index transactions_attachments_idx on transactions (space_id, id) where attachments is not null;
create index transactions_card_idx on transactions (space_id, credit_card_id, date desc, id desc) where credit_card_id is not null;
create index transactions_category_idx on transactions (space_id, category_id, date desc, id desc);
create index transactions_date_idx on transactions (space_id, date desc, id desc);
create index transactions_description_idx on transactions (space_id, fold_text(description) collate "C", date desc, id desc) where oposite_transaction_id is null and paid_credit_card_id is null;
create index transactions_instalment_idx on transactions (space_id, date) where total_installments > 1;
create index transactions_invoice_idx on transactions (space_id, credit_card_id, credit_card_invoice_id, date desc, id desc) where credit_card_id is not null;
create index transactions_oposite_account_idx on transactions (space_id, oposite_account_id, id) where oposite_account_id is not null;
create index transactions_oposite_idx on transactions (space_id, oposite_transaction_id) where oposite_transaction_id is not null;
create index transactions_parts_idx on transactions (space_id, date desc, id desc) where parts is not null;
create index transactions_parts_invoice_idx on transactions (space_id, credit_card_id, credit_card_invoice_id) where parts is not null and credit_card_id is not null;
create index transactions_parts_search_idx on transactions using gin (search_terms(space_id, (description || ' '::text) || parts_text(parts), notes, tags || parts_tags(parts))) with (gin_pending_list_limit='256') where parts is not null;
create index transactions_payment_date_idx on transactions (space_id, date) include (amount_cents, paid) where paid_credit_card_id is not null;
create index transactions_payment_idx on transactions (space_id, paid_credit_card_id, paid_credit_card_invoice_id, date desc, id desc) where paid_credit_card_id is not null;
create index transactions_planned_payment_idx on transactions (space_id, paid_credit_card_id, paid_credit_card_invoice_id) where paid_credit_card_id is not null and not paid;
create index transactions_refund_of_idx on transactions (space_id, refund_of_id) where refund_of_id is not null;
create index transactions_search_idx on transactions using gin (search_terms(space_id, description, notes, tags)) with (gin_pending_list_limit='256');
create unique index transactions_series_idx on transactions (space_id, series_id, occurrence) where series_id is not null;
create index transactions_split_from_idx on transactions (space_id, split_from_id) where split_from_id is not null;
create index transactions_unpaid_account_idx on transactions (space_id, account_id, date desc, id desc) where not paid and account_id is not null;
create index transactions_unpaid_idx on transactions (space_id, date desc, id desc) where not paid;
