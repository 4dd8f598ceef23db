-- Made from the migrations by `npm run generate`. Edit those, not this file. Owners and privileges are left out.

create sequence accounts_id_seq as integer;

create sequence api_tokens_id_seq as integer;

create sequence budgets_id_seq;

create sequence categories_id_seq as integer;

create sequence changes_id_seq;

create sequence series_id_seq;

create sequence spaces_id_seq;

create sequence transactions_id_seq;

create sequence users_id_seq as integer;

create table categories (
  space_id bigint not null,
  id integer not null default nextval('categories_id_seq'::regclass),
  name text not null,
  color text not null,
  parent_id integer,
  kind text not null,
  group_id text not null default 'default'::text,
  fixed boolean not null default false,
  essential boolean not null default false,
  archived boolean not null default false,
  uuid text not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  constraint categories_pkey primary key (space_id, id),
  constraint categories_color_check check (color ~ '^[0-9a-f]{6}$'::text),
  constraint categories_kind_check check (kind = any (array['expenses'::text, 'earnings'::text, 'none'::text])),
  constraint categories_uuid_check check (uuid ~ '^[0-9a-f]{40}$'::text),
  constraint categories_space_id_parent_id_fkey foreign key (space_id, parent_id) references categories(space_id, id)
);
comment on column categories.kind is 'none: what only moves money, transfers and payments of invoices';
create index categories_parent_idx on categories (space_id, parent_id) where parent_id is not null;

create table credit_cards (
  space_id bigint not null,
  id integer not null default nextval('accounts_id_seq'::regclass),
  name text not null,
  description text,
  card_network text,
  limit_cents bigint not null default 0,
  archived boolean not null default false,
  institution_id text not null default 'default'::text,
  institution_name text,
  payment_account_id integer,
  days_version integer not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  constraint credit_cards_pkey primary key (space_id, id),
  constraint credit_cards_limit_cents_check check (limit_cents >= 0 and limit_cents <= '999999999999'::bigint)
);
comment on column credit_cards.limit_cents is '0: none';
comment on column credit_cards.payment_account_id is 'Pays the invoices unless somebody says otherwise. Null: the default account';
comment on column credit_cards.days_version is 'Of the newest entry of `card_days`. A statement that waited for its turn sees by it that it does not see all of them';
create index credit_cards_payment_account_idx on credit_cards (space_id, payment_account_id) where payment_account_id is not null;

create table spaces (
  space_id bigint not null,
  time_zone text not null,
  default_account_id integer,
  default_expenses_category_id integer,
  default_earnings_category_id integer,
  transfers_category_id integer,
  payments_category_id integer,
  extended_through date not null,
  turnover_cents bigint not null default 0,
  created_at timestamptz not null,
  default_credit_card_id integer,
  constraint spaces_pkey primary key (space_id),
  constraint spaces_sums_are_exact check (turnover_cents >= 0 and turnover_cents <= '9007199254740991'::bigint),
  constraint spaces_space_id_default_credit_card_id_fkey foreign key (space_id, default_credit_card_id) references credit_cards(space_id, id),
  constraint spaces_space_id_default_earnings_category_id_fkey foreign key (space_id, default_earnings_category_id) references categories(space_id, id),
  constraint spaces_space_id_default_expenses_category_id_fkey foreign key (space_id, default_expenses_category_id) references categories(space_id, id),
  constraint spaces_space_id_payments_category_id_fkey foreign key (space_id, payments_category_id) references categories(space_id, id),
  constraint spaces_space_id_transfers_category_id_fkey foreign key (space_id, transfers_category_id) references categories(space_id, id)
);
comment on table spaces is 'What belongs together: one person''s money, later a household''s. Writes of one space wait for each other on its row';
comment on column spaces.default_account_id is 'A pointer instead of a flag on each account, so that there is never more than one';
comment on column spaces.extended_through is 'Every fixed series has its rows up to this day';
comment on column spaces.turnover_cents is 'All amounts without their signs. No sum in the space can be larger, so every number in an answer is exact';

create table accounts (
  space_id bigint not null,
  id integer not null default nextval('accounts_id_seq'::regclass),
  name text not null,
  description text,
  type text not null,
  archived boolean not null default false,
  institution_id text not null default 'default'::text,
  institution_name text,
  hide_balance boolean not null default false,
  opening_cents bigint not null default 0,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  constraint accounts_pkey primary key (space_id, id),
  constraint accounts_opening_cents_check check (opening_cents >= '-999999999999'::bigint and opening_cents <= '999999999999'::bigint),
  constraint accounts_type_check check (type = any (array['checking'::text, 'savings'::text, 'other'::text])),
  constraint accounts_space_id_fkey foreign key (space_id) references spaces(space_id) on delete cascade
);

create table account_months (
  space_id bigint not null,
  account_id integer not null,
  month date not null,
  paid_earnings bigint not null,
  paid_expenses bigint not null,
  paid_moved_in bigint not null,
  paid_moved_out bigint not null,
  unpaid_earnings bigint not null,
  unpaid_expenses bigint not null,
  unpaid_moved_in bigint not null,
  unpaid_moved_out bigint not null,
  constraint account_months_pkey primary key (space_id, account_id, month),
  constraint account_months_month_check check (extract(day from month) = 1::numeric),
  constraint account_months_space_id_account_id_fkey foreign key (space_id, account_id) references accounts(space_id, id) on delete cascade
);
comment on table account_months is 'Sums of an account''s rows by month, kept by every write: a balance costs the same however long the history is';
comment on column account_months.paid_moved_in is 'What only moves money: transfers and payments of invoices';

create table account_years (
  space_id bigint not null,
  account_id integer not null,
  year integer not null,
  paid_cents bigint not null,
  unpaid_cents bigint not null,
  constraint account_years_pkey primary key (space_id, account_id, year),
  constraint account_years_space_id_account_id_fkey foreign key (space_id, account_id) references accounts(space_id, id) on delete cascade
);
comment on table account_years is 'The same by year, all kinds together: what a century of months sums to is read from a hundred rows';

create table users (
  id integer not null default nextval('users_id_seq'::regclass),
  auth_user_id uuid not null,
  space_id bigint not null,
  name text not null,
  email text not null,
  role text not null,
  locale text not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  constraint users_pkey primary key (id),
  constraint users_auth_user_id_key unique (auth_user_id)
);
comment on column users.auth_user_id is 'The `sub` of auth''s tokens';
comment on column users.space_id is 'No foreign key: this table is small and everywhere, the spaces may be spread over machines';
create index users_space_id_idx on users (space_id);

create table api_tokens (
  id integer not null default nextval('api_tokens_id_seq'::regclass),
  user_id integer not null,
  name text not null,
  scope text not null,
  token_hash bytea not null,
  created_at timestamptz not null,
  constraint api_tokens_pkey primary key (id),
  constraint api_tokens_token_hash_key unique (token_hash),
  constraint api_tokens_scope_check check (scope = any (array['read'::text, 'write'::text])),
  constraint api_tokens_user_id_fkey foreign key (user_id) references users(id) on delete cascade
);
comment on column api_tokens.token_hash is 'SHA-256. The token itself is random and was shown once';
create index api_tokens_user_id_idx on api_tokens (user_id);

create table budgets (
  space_id bigint not null,
  id bigint not null default nextval('budgets_id_seq'::regclass),
  category_id integer not null,
  date date not null,
  activity_type integer not null,
  amount_cents bigint not null,
  constraint budgets_pkey primary key (space_id, id),
  constraint budgets_space_id_date_category_id_activity_type_key unique (space_id, date, category_id, activity_type),
  constraint budgets_activity_type_check check (activity_type = any (array[0, 1])),
  constraint budgets_amount_cents_check check (amount_cents >= 0 and amount_cents <= '999999999999'::bigint),
  constraint budgets_date_check check (extract(day from date) = 1::numeric and date >= '1900-01-01'::date and date <= '2199-12-01'::date),
  constraint budgets_space_id_category_id_fkey foreign key (space_id, category_id) references categories(space_id, id) on delete cascade,
  constraint budgets_space_id_fkey foreign key (space_id) references spaces(space_id) on delete cascade
);
comment on column budgets.date is 'The first day of the month';
comment on column budgets.activity_type is '0: at most so much is spent. 1: at least so much is earned';
create index budgets_category_idx on budgets (space_id, category_id);

create table card_days (
  space_id bigint not null,
  credit_card_id integer not null,
  from_invoice integer not null,
  closing_day integer not null,
  due_day integer not null,
  version integer not null default 1,
  constraint card_days_pkey primary key (space_id, credit_card_id, from_invoice),
  constraint card_days_closing_day_check check (closing_day >= 1 and closing_day <= 31),
  constraint card_days_due_day_check check (due_day >= 1 and due_day <= 31),
  constraint card_days_space_id_credit_card_id_fkey foreign key (space_id, credit_card_id) references credit_cards(space_id, id) on delete cascade
);
comment on table card_days is 'The days of a card and since which invoice they hold. The oldest hold for every invoice before, too; the newest are the card''s';

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

create table category_months (
  space_id bigint not null,
  category_id integer not null,
  month date not null,
  paid_cents bigint not null,
  unpaid_cents bigint not null,
  constraint category_months_pkey primary key (space_id, category_id, month),
  constraint category_months_month_check check (extract(day from month) = 1::numeric),
  constraint category_months_space_id_category_id_fkey foreign key (space_id, category_id) references categories(space_id, id) on delete cascade
);
comment on table category_months is 'Sums of a category''s rows by month, without what only moves money';

create table changes (
  space_id bigint not null,
  id bigint not null default nextval('changes_id_seq'::regclass),
  at timestamptz not null,
  user_id integer not null,
  token_id integer,
  request_id text not null,
  action text not null,
  entity text not null,
  entity_id bigint not null,
  before jsonb,
  after jsonb,
  constraint changes_pkey primary key (space_id, id),
  constraint changes_action_check check (action = any (array['create'::text, 'update'::text, 'delete'::text])),
  constraint changes_space_id_fkey foreign key (space_id) references spaces(space_id) on delete cascade
);
comment on table changes is 'What was written, by whom, in the same transaction. Only ever appended to';

create table idempotency_keys (
  space_id bigint not null,
  key text not null,
  request_hash bytea not null,
  status integer not null,
  body text not null,
  created_at timestamptz not null,
  constraint idempotency_keys_pkey primary key (space_id, key),
  constraint idempotency_keys_space_id_fkey foreign key (space_id) references spaces(space_id) on delete cascade
);
comment on table idempotency_keys is 'The answers to writes that may be sent again, for a day';
create index idempotency_keys_created_at_idx on idempotency_keys (space_id, created_at);

create table ledger_check (
  is_only boolean not null default true,
  state jsonb not null,
  constraint ledger_check_pkey primary key (is_only),
  constraint ledger_check_is_only_check check (is_only)
);
comment on table ledger_check is 'One row: how far the check of all spaces has come, when the last one ended, and which spaces are wrong';

create table migrations (
  name text not null,
  checksum text not null,
  applied_at timestamptz not null default now(),
  constraint migrations_pkey primary key (name)
);
comment on table migrations is 'Which files of the migrations folder this schema has seen, and what they held';

create table series (
  space_id bigint not null,
  id bigint not null default nextval('series_id_seq'::regclass),
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
  constraint series_pkey primary key (space_id, id),
  constraint series_check check ((kind = 'installments'::text) = (total_cents is not null)),
  constraint series_check1 check ((account_id is null) <> (credit_card_id is null)),
  constraint series_check2 check (pinned_invoice is null or credit_card_id is not null),
  constraint series_kind_check check (kind = any (array['fixed'::text, 'installments'::text])),
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
create index series_account_idx on series (space_id, account_id, id);
create index series_card_idx on series (space_id, credit_card_id, id) where credit_card_id is not null;
create index series_category_idx on series (space_id, category_id, id);
create index series_open_idx on series (space_id, id) where kind = 'fixed'::text and not ended;

create table tags (
  space_id bigint not null,
  name text not null,
  uses integer not null,
  constraint tags_pkey primary key (space_id, name),
  constraint tags_space_id_fkey foreign key (space_id) references spaces(space_id) on delete cascade
);

create table transactions (
  space_id bigint not null,
  id bigint not null default nextval('transactions_id_seq'::regclass),
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
create index transactions_account_idx on transactions (space_id, account_id, date desc, id desc);
create index transactions_card_idx on transactions (space_id, credit_card_id, date desc, id desc) where credit_card_id is not null;
create index transactions_category_idx on transactions (space_id, category_id, date desc, id desc);
create index transactions_date_idx on transactions (space_id, date desc, id desc);
create index transactions_invoice_idx on transactions (space_id, credit_card_id, credit_card_invoice_id, date desc, id desc) where credit_card_id is not null;
create index transactions_oposite_account_idx on transactions (space_id, oposite_account_id, id) where oposite_account_id is not null;
create index transactions_oposite_idx on transactions (space_id, oposite_transaction_id) where oposite_transaction_id is not null;
create index transactions_payment_idx on transactions (space_id, paid_credit_card_id, paid_credit_card_invoice_id, date desc, id desc) where paid_credit_card_id is not null;
create unique index transactions_series_idx on transactions (space_id, series_id, occurrence) where series_id is not null;

alter table categories add constraint categories_space_id_fkey foreign key (space_id) references spaces(space_id) on delete cascade;

alter table credit_cards add constraint credit_cards_space_id_fkey foreign key (space_id) references spaces(space_id) on delete cascade;

alter table credit_cards add constraint credit_cards_space_id_payment_account_id_fkey foreign key (space_id, payment_account_id) references accounts(space_id, id);

alter table spaces add constraint spaces_space_id_default_account_id_fkey foreign key (space_id, default_account_id) references accounts(space_id, id);
