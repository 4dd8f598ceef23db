-- What a user likes, for clients to keep: theme, density, order, keys.
alter table users add column preferences jsonb not null default '{}';
