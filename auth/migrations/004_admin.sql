create table user_changes (
  id bigint generated always as identity primary key,
  user_id uuid not null,
  xid xid8 not null default pg_current_xact_id(),
  change text not null check (change in ('banned', 'unbanned', 'deleted', 'password_changed', 'email_changed', 'role_changed')),
  created_at timestamptz not null
);
comment on table user_changes is 'What others who keep something about a user have to hear of. Without a foreign key, because it outlives the user';

create index users_listed_idx on users (created_at, id) where deleted_at is null;

create function trigrams(words text) returns text[]
language sql immutable strict parallel safe cost 1000
as $$
  select array(select substr(words, place, 3) from generate_series(1, length(words) - 2) as place)
$$;
comment on function trigrams(text) is 'Every run of three characters: a text that holds another one has all trigrams of it';

create function searched_text(email text, user_meta_data jsonb) returns text
language sql immutable parallel safe
as $$
  select lower(coalesce(email, '') || chr(10) || coalesce(left(user_meta_data ->> 'full_name', 255), ''))
$$;
comment on function searched_text(text, jsonb) is 'What a search among users looks at: address and name, a line each';

create index users_searched_idx on users using gin (trigrams(searched_text(email, raw_user_meta_data)));

create index audit_log_entries_action_idx on audit_log_entries ((payload ->> 'action'), created_at, id);
create index audit_log_entries_actor_idx on audit_log_entries (lower(payload ->> 'actor_username'));
create index user_changes_xid_idx on user_changes (xid);
comment on column user_changes.xid is 'The transaction that wrote the row: ids are given out before the commit, so they do not tell what a reader has seen';
