-- Made from the migrations by `npm run generate`. Edit those, not this file. It is for reading: it is not run anywhere.

create table series (
  space_id bigint not null,
  id bigint not null,
  kind text not null,
  periodicity text not null,
  total_installments integer not null,
  total_cents bigint,
  anchor_date date not null,
  anchor_occurrence integer not null,
  last_occurrence integer not null,
  ended boolean not null default false,
  account_id integer,
  category_id integer not null,
  description text not null,
  amount_cents bigint not null,
  notes text,
  tags text[] not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  credit_card_id integer,
  pinned_invoice integer,
  created_by_id integer,
  parts jsonb,
  constraint series_pkey primary key (space_id, id),
  constraint series_check check ((kind = 'installments'::text) = (total_cents is not null)),
  constraint series_check1 check ((account_id is null) <> (credit_card_id is null)),
  constraint series_check2 check (pinned_invoice is null or credit_card_id is not null),
  constraint series_kind_check check (kind = any (array['fixed'::text, 'installments'::text])),
  constraint series_parts_check check (parts is null or parts_cents(parts) = amount_cents) not valid,
  constraint series_periodicity_check check (periodicity = any (array['daily'::text, 'weekly'::text, 'biweekly'::text, 'monthly'::text, 'bimonthly'::text, 'trimonthly'::text, 'sixmonthly'::text, 'yearly'::text])),
  constraint series_total_installments_check check (total_installments >= 1 and total_installments <= 480),
  constraint series_space_id_account_id_fkey foreign key (space_id, account_id) references accounts(space_id, id),
  constraint series_space_id_category_id_fkey foreign key (space_id, category_id) references categories(space_id, id),
  constraint series_space_id_credit_card_id_fkey foreign key (space_id, credit_card_id) references credit_cards(space_id, id),
  constraint series_space_id_fkey foreign key (space_id) references spaces(space_id) on delete cascade
);
comment on table series is 'Fixed and instalment series: the rule of their dates, and the row that the next occurrence will be like';
comment on column series.total_cents is 'What the instalments sum to';
comment on column series.anchor_date is 'The date of occurrence `anchor_occurrence`; all later ones are counted from it, so that the day of the month is kept';
comment on column series.last_occurrence is 'The highest that was ever made: what was deleted is not made again';
comment on column series.pinned_invoice is 'Where the client named the invoice of the occurrence at the anchor: the others are counted from it';
comment on column series.created_by_id is 'The user who wrote it, and whose the rows are that it makes';
comment on column series.parts is 'Of a fixed series: what its next rows are split into';
create index series_account_idx on series (space_id, account_id, id);
create index series_card_idx on series (space_id, credit_card_id, id) where credit_card_id is not null;
create index series_category_idx on series (space_id, category_id, id);
create index series_open_idx on series (space_id, id) where kind = 'fixed'::text and not ended;
