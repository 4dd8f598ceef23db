-- Credit cards. An invoice is no row: it is a number, which days it covers follows from the card's days, and what is on it from its rows.

-- From the sequence of the accounts: where a card stands in `account_id` of an answer, no account has the same number.
create table credit_cards (
  space_id bigint not null references spaces on delete cascade,
  id int not null default nextval('accounts_id_seq'),
  name text not null,
  description text,
  card_network text,
  limit_cents bigint not null default 0 check (limit_cents between 0 and 999999999999),
  archived boolean not null default false,
  institution_id text not null default 'default',
  institution_name text,
  payment_account_id int,
  days_version int not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (space_id, id),
  foreign key (space_id, payment_account_id) references accounts
);
create index credit_cards_payment_account_idx on credit_cards (space_id, payment_account_id) where payment_account_id is not null;
comment on column credit_cards.limit_cents is '0: none';
comment on column credit_cards.days_version is
  'Of the newest entry of `card_days`. A statement that waited for its turn sees by it that it does not see all of them';
comment on column credit_cards.payment_account_id is 'Pays the invoices unless somebody says otherwise. Null: the default account';

alter table spaces
  add column default_credit_card_id int,
  add foreign key (space_id, default_credit_card_id) references credit_cards;

create table card_days (
  space_id bigint not null,
  credit_card_id int not null,
  from_invoice int not null,
  closing_day int not null check (closing_day between 1 and 31),
  due_day int not null check (due_day between 1 and 31),
  version int not null default 1,
  primary key (space_id, credit_card_id, from_invoice),
  foreign key (space_id, credit_card_id) references credit_cards on delete cascade
);
comment on table card_days is 'The days of a card and since which invoice they hold. The oldest hold for every invoice before, too; the newest are the card''s';

alter table series
  alter column account_id drop not null,
  add column credit_card_id int,
  add column pinned_invoice int,
  add foreign key (space_id, credit_card_id) references credit_cards,
  add check ((account_id is null) <> (credit_card_id is null)),
  add check (pinned_invoice is null or credit_card_id is not null);
create index series_card_idx on series (space_id, credit_card_id, id) where credit_card_id is not null;
comment on column series.pinned_invoice is 'Where the client named the invoice of the occurrence at the anchor: the others are counted from it';

alter table transactions
  alter column account_id drop not null,
  add column credit_card_id int,
  add column credit_card_invoice_id int,
  add column invoice_pinned boolean not null default false,
  add column paid_credit_card_id int,
  add column paid_credit_card_invoice_id int,
  add foreign key (space_id, credit_card_id) references credit_cards,
  add foreign key (space_id, paid_credit_card_id) references credit_cards,
  add check ((account_id is null) <> (credit_card_id is null)),
  add check ((credit_card_id is null) = (credit_card_invoice_id is null)),
  add check (credit_card_id is null or (paid and oposite_transaction_id is null and paid_credit_card_id is null)),
  add check (not invoice_pinned or credit_card_id is not null),
  add check ((paid_credit_card_id is null) = (paid_credit_card_invoice_id is null)),
  add check (paid_credit_card_id is null or (oposite_transaction_id is null and series_id is null));
create index transactions_card_idx on transactions (space_id, credit_card_id, date desc, id desc) where credit_card_id is not null;
create index transactions_invoice_idx on transactions (space_id, credit_card_id, credit_card_invoice_id, date desc, id desc)
  where credit_card_id is not null;
create index transactions_payment_idx
  on transactions (space_id, paid_credit_card_id, paid_credit_card_invoice_id, date desc, id desc) where paid_credit_card_id is not null;
comment on column transactions.paid is 'A purchase on a card counts as spent at once; whether its invoice is paid is seen when it is read';
comment on column transactions.invoice_pinned is 'The client named the invoice; else it is the one whose period holds the date';

create table card_invoices (
  space_id bigint not null,
  credit_card_id int not null,
  invoice int not null check (invoice between -120 and 1211),
  amount_cents bigint not null,
  payment_cents bigint not null,
  payments int not null,
  primary key (space_id, credit_card_id, invoice),
  foreign key (space_id, credit_card_id) references credit_cards on delete cascade
);
comment on table card_invoices is 'Sums of a card''s rows by invoice, kept by every write. Where there is no row, nothing happened';
comment on column card_invoices.payment_cents is 'Of the payments that are paid, and `payments` is how many those are. Planned ones do not count';
