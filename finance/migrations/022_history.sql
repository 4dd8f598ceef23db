-- What became of a transaction since it was made is found without reading the whole log. Most rows are made and never changed: those are not in the index.
create index changes_transaction_idx on changes (space_id, entity_id, version, n) where entity = 'transaction' and action <> 'create';
