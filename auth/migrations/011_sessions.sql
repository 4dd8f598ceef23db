-- Sessions that go on, by whose they are: how many there are is bounded, and users see theirs.
create index sessions_live_idx on sessions (user_id) where revoked_at is null;
-- And newest first, as administrators see them.
create index sessions_newest_idx on sessions (created_at, id) where revoked_at is null;
