-- Made from the migrations by `npm run generate`. Edit those, not this file. It is for reading: it is not run anywhere.

create table source_links (
  space_id bigint not null,
  id bigint not null,
  import_id integer not null,
  line integer not null,
  account_id integer,
  credit_card_id integer,
  content_key text not null,
  fitid text,
  day date not null,
  amount_cents bigint not null,
  part_k integer,
  part_n integer,
  description text not null,
  category_id integer,
  transaction_id bigint not null,
  made boolean not null,
  constraint source_links_pkey primary key (space_id, id),
  constraint source_links_space_id_fkey foreign key (space_id) references spaces(space_id) on delete cascade
);
comment on table source_links is 'Which line of which import a transaction is. Never changed: it counts while its import is applied, and where the import made the transaction, while that is there';
comment on column source_links.transaction_id is 'Where there is none of that id any more, the user has deleted it';
create index source_links_account_idx on source_links (space_id, account_id, day) where account_id is not null;
create index source_links_card_idx on source_links (space_id, credit_card_id, day) where credit_card_id is not null;
create index source_links_import_idx on source_links (space_id, import_id, line);
create index source_links_transaction_idx on source_links (space_id, transaction_id);
