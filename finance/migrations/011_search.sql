-- Transactions are found by words and by tags, over any period, and descriptions are completed from the past. The functions are single
-- expressions, so that the server puts them into the statement: a call of a function in SQL costs more than all of a row's other indexes.

create function fold_text(p_text text)
 returns text
 language sql
 immutable
 parallel safe
 return lower(regexp_replace(normalize(p_text, nfkd), '[\u0300-\u036f]+', '', 'g'));
comment on function fold_text(text) is 'Without accents and case';

create function fold_words(p_text text)
 returns text
 language sql
 immutable
 parallel safe
 return regexp_replace(
   btrim(regexp_replace(fold_text(p_text), '[\u0001-/:-@\[-`{-\u00bf\u2000-\u206f]+', ' ', 'g')), '([^ ]{40})[^ ]+', '\1', 'g');
comment on function fold_words(text) is 'The words of a text, each with a space after it, long ones cut';

create function tag_terms(p_space bigint, p_tags text[])
 returns text[]
 language plpgsql
 immutable
 parallel safe
as $$
begin
  return string_to_array(p_space::text || '#' || array_to_string(p_tags, chr(1) || p_space::text || '#'), chr(1));
end $$;
comment on function tag_terms(bigint, text[]) is 'For search_terms. Not put into statements: the server does not know that texts are always joined in the same way';

create function search_terms(p_space bigint, p_description text, p_notes text, p_tags text[])
 returns tsvector
 language sql
 immutable
 parallel safe
 return array_to_tsvector(array_remove(
   string_to_array(p_space::text || ':' || replace(fold_words(p_description || ' ' || coalesce(p_notes, '')), ' ', ' ' || p_space::text || ':'), ' ')
   || case when p_tags = '{}' then '{}' else tag_terms(p_space, p_tags) end, ''));
comment on function search_terms(bigint, text, text, text[]) is
  'Words and tags of a row. Each carries the space, so that the index of them all is read for one space only';

create function search_query(p_space bigint, p_words text)
 returns tsquery
 language sql
 immutable
 parallel safe
 return ('''' || p_space::text || ':' || replace(nullif(fold_words(p_words), ''), ' ', ''':* & ''' || p_space::text || ':') || ''':*')::tsquery;
comment on function search_query(bigint, text) is 'For search_terms: every word begins one of the row''s. Null where there is none, which no row has';

-- What is new waits in a list that every search reads, so that a write costs little; a short one, so that none is held up by emptying it.
create index transactions_search_idx on transactions using gin (search_terms(space_id, description, notes, tags))
  with (gin_pending_list_limit = 256);
create index transactions_amount_idx on transactions (space_id, abs(amount_cents), date desc, id desc);
create index transactions_unpaid_idx on transactions (space_id, date desc, id desc) where not paid;
create index transactions_description_idx on transactions (space_id, fold_text(description) collate "C", date desc, id desc)
  where oposite_transaction_id is null and paid_credit_card_id is null;
