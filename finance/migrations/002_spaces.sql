-- Who comes in, and the ledger of each space. `space_id` leads every key, so no row can point into another space.

create sequence users_id_seq as int;
create sequence api_tokens_id_seq as int;

-- Found before the space is known: with `api_tokens` the only table that is read without it.
create table users (
  id int primary key default nextval('users_id_seq'),
  auth_user_id uuid not null unique,
  space_id bigint not null,
  name text not null,
  email text not null,
  role text not null,
  locale text not null,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create index users_space_id_idx on users (space_id);
comment on column users.auth_user_id is 'The `sub` of auth''s tokens';
comment on column users.space_id is 'No foreign key: this table is small and everywhere, the spaces may be spread over machines';

create table api_tokens (
  id int primary key default nextval('api_tokens_id_seq'),
  user_id int not null references users on delete cascade,
  name text not null,
  scope text not null check (scope in ('read', 'write')),
  token_hash bytea not null unique,
  created_at timestamptz not null
);
create index api_tokens_user_id_idx on api_tokens (user_id);
comment on column api_tokens.token_hash is 'SHA-256. The token itself is random and was shown once';

create sequence spaces_id_seq;
create sequence accounts_id_seq as int;
create sequence categories_id_seq as int;
create sequence series_id_seq;
create sequence transactions_id_seq;
create sequence changes_id_seq;

create table spaces (
  space_id bigint primary key,
  time_zone text not null,
  default_account_id int,
  default_expenses_category_id int,
  default_earnings_category_id int,
  transfers_category_id int,
  payments_category_id int,
  extended_through date not null,
  turnover_cents bigint not null default 0,
  created_at timestamptz not null,
  constraint spaces_sums_are_exact check (turnover_cents between 0 and 9007199254740991)
);
comment on table spaces is 'What belongs together: one person''s money, later a household''s. Writes of one space wait for each other on its row';
comment on column spaces.default_account_id is 'A pointer instead of a flag on each account, so that there is never more than one';
comment on column spaces.extended_through is 'Every fixed series has its rows up to this day';
comment on column spaces.turnover_cents is 'All amounts without their signs. No sum in the space can be larger, so every number in an answer is exact';

create table accounts (
  space_id bigint not null references spaces on delete cascade,
  id int not null default nextval('accounts_id_seq'),
  name text not null,
  description text,
  type text not null check (type in ('checking', 'savings', 'other')),
  archived boolean not null default false,
  institution_id text not null default 'default',
  institution_name text,
  hide_balance boolean not null default false,
  opening_cents bigint not null default 0 check (opening_cents between -999999999999 and 999999999999),
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (space_id, id)
);

create table categories (
  space_id bigint not null references spaces on delete cascade,
  id int not null default nextval('categories_id_seq'),
  name text not null,
  color text not null check (color ~ '^[0-9a-f]{6}$'),
  parent_id int,
  kind text not null check (kind in ('expenses', 'earnings', 'none')),
  group_id text not null default 'default',
  fixed boolean not null default false,
  essential boolean not null default false,
  archived boolean not null default false,
  uuid text not null check (uuid ~ '^[0-9a-f]{40}$'),
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (space_id, id),
  foreign key (space_id, parent_id) references categories
);
create index categories_parent_idx on categories (space_id, parent_id) where parent_id is not null;
comment on column categories.kind is 'none: what only moves money, transfers and payments of invoices';

alter table spaces
  add foreign key (space_id, default_account_id) references accounts,
  add foreign key (space_id, default_expenses_category_id) references categories,
  add foreign key (space_id, default_earnings_category_id) references categories,
  add foreign key (space_id, transfers_category_id) references categories,
  add foreign key (space_id, payments_category_id) references categories;

create table series (
  space_id bigint not null references spaces on delete cascade,
  id bigint not null default nextval('series_id_seq'),
  kind text not null check (kind in ('fixed', 'installments')),
  periodicity text not null check (periodicity in
    ('daily', 'weekly', 'biweekly', 'monthly', 'bimonthly', 'trimonthly', 'sixmonthly', 'yearly')),
  total_installments int not null check (total_installments between 1 and 480),
  total_cents bigint,
  anchor_date date not null,
  anchor_occurrence int not null,
  last_occurrence int not null,
  ended boolean not null default false,
  account_id int not null,
  category_id int not null,
  description text not null,
  amount_cents bigint not null,
  notes text,
  tags text[] not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (space_id, id),
  foreign key (space_id, account_id) references accounts,
  foreign key (space_id, category_id) references categories,
  check ((kind = 'installments') = (total_cents is not null))
);
create index series_account_idx on series (space_id, account_id, id);
create index series_category_idx on series (space_id, category_id, id);
create index series_open_idx on series (space_id, id) where kind = 'fixed' and not ended;
comment on table series is 'Fixed and instalment series: the rule of their dates, and the row that the next occurrence will be like';
comment on column series.total_cents is 'What the instalments sum to';
comment on column series.anchor_date is 'The date of occurrence `anchor_occurrence`; all later ones are counted from it, so that the day of the month is kept';
comment on column series.last_occurrence is 'The highest that was ever made: what was deleted is not made again';

create table transactions (
  space_id bigint not null references spaces on delete cascade,
  id bigint not null default nextval('transactions_id_seq'),
  account_id int not null,
  category_id int not null,
  description text not null,
  date date not null check (date between '1900-01-01' and '2199-12-31'),
  paid boolean not null,
  amount_cents bigint not null check (amount_cents between -999999999999 and 999999999999),
  notes text,
  tags text[] not null default '{}',
  series_id bigint,
  occurrence int,
  total_installments int not null default 1,
  recurring boolean not null default false,
  oposite_transaction_id bigint,
  oposite_account_id int,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (space_id, id),
  foreign key (space_id, account_id) references accounts,
  foreign key (space_id, category_id) references categories,
  foreign key (space_id, series_id) references series,
  foreign key (space_id, oposite_transaction_id) references transactions,
  foreign key (space_id, oposite_account_id) references accounts,
  check ((series_id is null) = (occurrence is null)),
  check ((oposite_transaction_id is null) = (oposite_account_id is null))
);
create index transactions_date_idx on transactions (space_id, date desc, id desc);
create index transactions_account_idx on transactions (space_id, account_id, date desc, id desc);
create index transactions_category_idx on transactions (space_id, category_id, date desc, id desc);
create unique index transactions_series_idx on transactions (space_id, series_id, occurrence) where series_id is not null;
create index transactions_oposite_idx on transactions (space_id, oposite_transaction_id) where oposite_transaction_id is not null;
create index transactions_oposite_account_idx on transactions (space_id, oposite_account_id, id)
  where oposite_account_id is not null;

create table account_months (
  space_id bigint not null,
  account_id int not null,
  month date not null check (extract(day from month) = 1),
  paid_earnings bigint not null,
  paid_expenses bigint not null,
  paid_moved_in bigint not null,
  paid_moved_out bigint not null,
  unpaid_earnings bigint not null,
  unpaid_expenses bigint not null,
  unpaid_moved_in bigint not null,
  unpaid_moved_out bigint not null,
  primary key (space_id, account_id, month),
  foreign key (space_id, account_id) references accounts on delete cascade
);
comment on table account_months is 'Sums of an account''s rows by month, kept by every write: a balance costs the same however long the history is';
comment on column account_months.paid_moved_in is 'What only moves money: transfers and payments of invoices';

create table account_years (
  space_id bigint not null,
  account_id int not null,
  year int not null,
  paid_cents bigint not null,
  unpaid_cents bigint not null,
  primary key (space_id, account_id, year),
  foreign key (space_id, account_id) references accounts on delete cascade
);
comment on table account_years is 'The same by year, all kinds together: what a century of months sums to is read from a hundred rows';

create table category_months (
  space_id bigint not null,
  category_id int not null,
  month date not null check (extract(day from month) = 1),
  paid_cents bigint not null,
  unpaid_cents bigint not null,
  primary key (space_id, category_id, month),
  foreign key (space_id, category_id) references categories on delete cascade
);
comment on table category_months is 'Sums of a category''s rows by month, without what only moves money';

create table tags (
  space_id bigint not null references spaces on delete cascade,
  name text not null,
  uses int not null,
  primary key (space_id, name)
);

create table changes (
  space_id bigint not null references spaces on delete cascade,
  id bigint not null default nextval('changes_id_seq'),
  at timestamptz not null,
  user_id int not null,
  token_id int,
  request_id text not null,
  action text not null check (action in ('create', 'update', 'delete')),
  entity text not null,
  entity_id bigint not null,
  before jsonb,
  after jsonb,
  primary key (space_id, id)
);
comment on table changes is 'What was written, by whom, in the same transaction. Only ever appended to';

create table idempotency_keys (
  space_id bigint not null references spaces on delete cascade,
  key text not null,
  request_hash bytea not null,
  status int not null,
  body text not null,
  created_at timestamptz not null,
  primary key (space_id, key)
);
create index idempotency_keys_created_at_idx on idempotency_keys (space_id, created_at);
comment on table idempotency_keys is 'The answers to writes that may be sent again, for a day';
