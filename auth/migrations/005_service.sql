alter table user_changes add column xid xid8 not null default pg_current_xact_id();
create index user_changes_xid_idx on user_changes (xid);
comment on column user_changes.xid is 'The transaction that wrote the row: ids are given out before the commit, so they do not tell what a reader has seen';
