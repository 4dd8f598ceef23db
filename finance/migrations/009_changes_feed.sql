-- The log as a feed, and as what undo stands on.
create index changes_request_idx on changes (space_id, request_id) where n = 0;

alter table spaces add column undoable_after bigint not null default 0;
comment on column spaces.undoable_after is 'Posts up to this version were logged by releases whose log does not hold all that an undo needs';
update spaces set undoable_after = version where version > 0;
