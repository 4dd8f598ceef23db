-- How many sessions an app has of a user is bounded too. Whoever counts them must find them among those of all users of the app.
drop index sessions_live_idx;
create index sessions_live_idx on sessions (user_id, client_id) where revoked_at is null;
