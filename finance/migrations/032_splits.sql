-- A transaction may be split into parts, each with a category of its own. They are a column of their row: no part is ever read, changed or
-- undone without it. Rows without parts have null, so that no table is rewritten, and the indexes hold split rows alone.

create function parts_cents(p_parts jsonb)
 returns bigint
 language sql
 immutable
 parallel safe
 return (select sum((part ->> 'amount_cents')::bigint)::bigint from jsonb_array_elements(p_parts) as part);
comment on function parts_cents(jsonb) is 'What the parts sum to';

create function parts_text(p_parts jsonb)
 returns text
 language sql
 immutable
 parallel safe
 return (select coalesce(string_agg(part ->> 'description', ' ' order by n), '')
           from jsonb_array_elements(p_parts) with ordinality as listed (part, n));
comment on function parts_text(jsonb) is 'The descriptions of the parts, for searches';

create function parts_tags(p_parts jsonb)
 returns text[]
 language sql
 immutable
 parallel safe
 return (select coalesce(array_agg(name order by n), '{}')
           from jsonb_array_elements(p_parts) with ordinality as listed (part, n)
          cross join jsonb_array_elements_text(part -> 'tags') as name);
comment on function parts_tags(jsonb) is 'The tags of the parts';

alter table transactions add column parts jsonb;
comment on column transactions.parts is 'What it is split into, in the order of the user: category_id, amount_cents, description and tags of each. Null: it is not split';
alter table transactions add constraint transactions_parts_check check (parts is null or parts_cents(parts) = amount_cents) not valid;
alter table series add column parts jsonb;
comment on column series.parts is 'Of a fixed series: what its next rows are split into';
alter table series add constraint series_parts_check check (parts is null or parts_cents(parts) = amount_cents) not valid;

create index transactions_parts_idx on transactions (space_id, date desc, id desc) where parts is not null;
create index transactions_parts_invoice_idx on transactions (space_id, credit_card_id, credit_card_invoice_id)
  where parts is not null and credit_card_id is not null;
create index transactions_parts_search_idx on transactions
  using gin (search_terms(space_id, description || ' ' || parts_text(parts), notes, tags || parts_tags(parts)))
  with (gin_pending_list_limit = 256) where parts is not null;
