-- The log says who wrote earlier rows. Only spaces that are shared are filled: there it matters, and they are few. No other row is locked.
update series
   set created_by_id = logged.user_id
  from (select distinct on (changes.space_id, entity_id) changes.space_id, entity_id, user_id
          from changes
          join spaces on spaces.space_id = changes.space_id
         where spaces.members <> '{}' and entity = 'series' and action = 'create'
         order by changes.space_id, entity_id, changes.version, n) as logged
 where logged.space_id = series.space_id and logged.entity_id = series.id;

update transactions
   set created_by_id = logged.user_id
  from (select distinct on (changes.space_id, entity_id) changes.space_id, entity_id, user_id
          from changes
          join spaces on spaces.space_id = changes.space_id
         where spaces.members <> '{}' and entity = 'transaction' and action = 'create'
         order by changes.space_id, entity_id, changes.version, n) as logged
 where logged.space_id = transactions.space_id and logged.entity_id = transactions.id;

-- Rows that a fixed series made ahead of time have no entries of their own.
update transactions
   set created_by_id = series.created_by_id
  from series
 where series.space_id = transactions.space_id and series.id = transactions.series_id and transactions.created_by_id is null
   and series.created_by_id is not null;
