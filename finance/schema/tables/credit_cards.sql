-- Made from the migrations by `npm run generate`. Edit those, not this file. It is for reading: it is not run anywhere.

create table credit_cards (
  space_id bigint not null,
  id integer not null,
  name text not null,
  description text,
  card_network text,
  limit_cents bigint not null default 0,
  archived boolean not null default false,
  institution_id text not null default 'default'::text,
  institution_name text,
  payment_account_id integer,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  constraint credit_cards_pkey primary key (space_id, id),
  constraint credit_cards_limit_cents_check check (limit_cents >= 0 and limit_cents <= '999999999999'::bigint),
  constraint credit_cards_space_id_fkey foreign key (space_id) references spaces(space_id) on delete cascade,
  constraint credit_cards_space_id_payment_account_id_fkey foreign key (space_id, payment_account_id) references accounts(space_id, id)
);
comment on column credit_cards.limit_cents is '0: none';
comment on column credit_cards.payment_account_id is 'Pays the invoices unless somebody says otherwise. Null: the default account';
create index credit_cards_payment_account_idx on credit_cards (space_id, payment_account_id) where payment_account_id is not null;
