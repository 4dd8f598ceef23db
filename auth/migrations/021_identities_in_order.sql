-- Answers list the identities of a user from the oldest on: read in that order, they need not be sorted each time.
drop index identities_user_id_idx;
create index identities_user_id_idx on identities (user_id, created_at, id);
