-- The list of users: each of its filters and orders has an index. None of them is on a column that every sign-in changes.

-- Who has a second factor.
alter table users add column has_factor boolean not null default false;
comment on column users.has_factor is 'Whether a second factor is verified. Kept by a trigger of factors';
create or replace function keep_shown_factors() returns trigger
language plpgsql
set search_path from current
as $$
declare
  owner uuid := coalesce(new.user_id, old.user_id);
begin
  update users
     set shown_factors = show_factors(id),
         has_factor = exists (select from factors where factors.user_id = owner and status = 'verified')
   where id = owner;
  return null;
end $$;
alter table users disable trigger user;
update users set has_factor = true where id in (select user_id from factors where status = 'verified');
alter table users enable trigger user;
create index users_factor_idx on users (has_factor, created_at, id) where deleted_at is null;

create function user_state(deleted_at timestamptz, is_anonymous boolean, sso_email text, confirmed_at timestamptz) returns text
language sql immutable parallel safe
as $$
  select case when deleted_at is not null then 'deleted' when is_anonymous then 'anonymous' when sso_email is not null then 'sso'
              when confirmed_at is not null then 'confirmed' else 'unconfirmed' end
$$;
comment on function user_state(timestamptz, boolean, text, timestamptz) is 'What a user is, beside being banned, which ends by itself';
create index users_state_idx on users (user_state(deleted_at, is_anonymous, sso_email, confirmed_at), created_at, id);
create index users_banned_idx on users (created_at, id) where banned_until is not null and deleted_at is null;

-- In the order of addresses; users without any come last. It finds the beginnings of addresses, too.
create index users_address_idx on users ((coalesce(email, sso_email, chr(127)) collate "C"), id);
create index users_phone_end_idx on users (reverse(phone) text_pattern_ops) where phone is not null;

create function user_text(email text, user_meta_data jsonb) returns text
language sql immutable parallel safe
as $$
  select lower(coalesce(email, '') || ' ' || coalesce(left(user_meta_data ->> 'full_name', 255), '') || ' '
               || coalesce(left(user_meta_data ->> 'name', 255), ''))
$$;
comment on function user_text(text, jsonb) is 'Address and name, for searches';
create function user_words(searched text) returns tsvector
language sql immutable parallel safe strict cost 1000
as $$
  select array_to_tsvector(array_remove(string_to_array(
           translate(searched, '@.,;:-_+''"()' || chr(9) || chr(10) || chr(13), repeat(' ', 15)), ' '), ''))
$$;
comment on function user_words(text) is 'The words of a text, in lower case already';
create index users_contents_idx on users
  using gin (user_words(user_text(coalesce(email, sso_email), raw_user_meta_data)), raw_user_meta_data jsonb_path_ops, raw_app_meta_data jsonb_path_ops);

-- Beside users, because a row of users that changes in an indexed column changes in all of its indexes.
create table last_sign_ins (
  user_id uuid primary key references users (id) on delete cascade,
  created_at timestamptz not null,
  signed_in_at timestamptz not null
);
comment on table last_sign_ins is 'When users who are not deleted signed in last, for lists. Kept by triggers of users';
comment on column last_sign_ins.created_at is 'Of the user';
comment on column last_sign_ins.signed_in_at is '-infinity: never';
insert into last_sign_ins (user_id, created_at, signed_in_at)
  select id, created_at, coalesce(last_sign_in_at, '-infinity') from users where deleted_at is null;
create index last_sign_ins_at_idx on last_sign_ins (signed_in_at, user_id);
create index last_sign_ins_month_idx on last_sign_ins (date_trunc('month', signed_in_at at time zone 'UTC'), created_at, user_id, signed_in_at);

create function keep_last_sign_in() returns trigger
language plpgsql
set search_path from current
as $$
begin
  if new.deleted_at is not null then
    delete from last_sign_ins where user_id = new.id;
    return null;
  end if;
  if tg_op = 'UPDATE' then
    update last_sign_ins set created_at = new.created_at, signed_in_at = coalesce(new.last_sign_in_at, '-infinity') where user_id = new.id;
    if found then
      return null;
    end if;
  end if;
  insert into last_sign_ins (user_id, created_at, signed_in_at) values (new.id, new.created_at, coalesce(new.last_sign_in_at, '-infinity'));
  return null;
end $$;
create trigger users_last_sign_in_new after insert on users for each row execute function keep_last_sign_in();
create trigger users_last_sign_in after update of last_sign_in_at, deleted_at, created_at on users for each row
  when (old.last_sign_in_at is distinct from new.last_sign_in_at or old.deleted_at is distinct from new.deleted_at
        or old.created_at <> new.created_at)
  execute function keep_last_sign_in();

-- Identities in the order of their users.
alter table identities add column user_created_at timestamptz;
comment on column identities.user_created_at is 'When the user was created. Kept by triggers';
alter table identities disable trigger user;
update identities set user_created_at = users.created_at from users where users.id = identities.user_id;
alter table identities enable trigger user;
create index identities_listed_idx on identities (provider, user_created_at, user_id);

create function date_identity() returns trigger
language plpgsql
set search_path from current
as $$
begin
  new.user_created_at := (select created_at from users where id = new.user_id);
  return new;
end $$;
create trigger identities_dated before insert or update of user_id on identities for each row execute function date_identity();

create function date_identities() returns trigger
language plpgsql
set search_path from current
as $$
begin
  update identities set user_created_at = new.created_at where user_id = new.id;
  return null;
end $$;
create trigger users_identities_dated after update of created_at on users for each row
  when (old.created_at <> new.created_at) execute function date_identities();
