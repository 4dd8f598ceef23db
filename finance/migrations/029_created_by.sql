-- Rows say who wrote them. The columns are empty, so that no table is rewritten; 030 fills them where more than one person writes.
alter table transactions add column created_by_id integer;
comment on column transactions.created_by_id is 'The user who wrote it, or the series that made it; null: not known. No foreign key: who is gone stays its author';
alter table series add column created_by_id integer;
comment on column series.created_by_id is 'The user who wrote it, and whose the rows are that it makes';
