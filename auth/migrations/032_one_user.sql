-- What administrators see of one user.
create index outbox_user_idx on outbox (user_id, created_at) where user_id is not null;
create index user_changes_user_idx on user_changes (user_id);
