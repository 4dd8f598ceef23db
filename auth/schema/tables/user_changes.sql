-- Made from the migrations by `npm run generate`. Edit those, not this file. It is for reading: it is not run anywhere.

create table user_changes (
  id bigint not null generated always as identity,
  user_id uuid not null,
  xid xid8 not null default pg_current_xact_id(),
  change text not null,
  created_at timestamptz not null,
  constraint user_changes_pkey primary key (id),
  constraint user_changes_change_check check (change = any (array['banned'::text, 'unbanned'::text, 'deleted'::text, 'password_changed'::text, 'email_changed'::text, 'role_changed'::text, 'app_ended'::text, 'factors_changed'::text]))
);
comment on table user_changes is 'What others who keep something about a user have to hear of. Without a foreign key, because it outlives the user';
comment on column user_changes.xid is 'The transaction that wrote the row: ids are given out before the commit, so they do not tell what a reader has seen';
create index user_changes_user_idx on user_changes (user_id);
create index user_changes_xid_idx on user_changes (xid);
