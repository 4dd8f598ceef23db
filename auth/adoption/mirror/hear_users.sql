-- Users whom others write in the adopted schema are users here at once: seeds, the SQL editor, triggers, another server.

-- A moment that answers can have: infinity, years before Christ and after 9999 are none.
create or replace function {ours}.heard_moment(there timestamptz) returns timestamptz language sql immutable as $$
  select case when there between '0001-01-01Z' and '9999-12-31Z' then there end
$$;

-- A user there as one here.
create or replace function {ours}.heard_user(there {theirs}.users) returns {ours}.users language plpgsql as $$
declare
  here {ours}.users;
  -- Of a user who was deleted softly, a hash stands there.
  address text := nullif(case when there.deleted_at is null then lower(trim(there.email)) else there.email end, '');
begin
  here.id := there.id;
  here.aud := coalesce(nullif(there.aud, ''), 'authenticated');
  here.role := coalesce(nullif(there.role, ''), 'authenticated');
  here.email := case when not there.is_sso_user then address end;
  here.sso_email := case when there.is_sso_user then coalesce(address, '') end;
  here.phone := ltrim(nullif(there.phone, ''), '+');
  here.encrypted_password := nullif(there.encrypted_password, '');
  here.email_confirmed_at := {ours}.heard_moment(there.email_confirmed_at);
  here.phone_confirmed_at := {ours}.heard_moment(there.phone_confirmed_at);
  here.invited_at := {ours}.heard_moment(there.invited_at);
  here.confirmation_sent_at := {ours}.heard_moment(there.confirmation_sent_at);
  here.recovery_sent_at := {ours}.heard_moment(there.recovery_sent_at);
  here.email_change_sent_at := {ours}.heard_moment(there.email_change_sent_at);
  here.phone_change_sent_at := {ours}.heard_moment(there.phone_change_sent_at);
  here.reauthentication_sent_at := {ours}.heard_moment(there.reauthentication_sent_at);
  here.last_sign_in_at := {ours}.heard_moment(there.last_sign_in_at);
  here.raw_app_meta_data := case when jsonb_typeof(there.raw_app_meta_data) = 'object' then there.raw_app_meta_data else '{}' end;
  here.raw_user_meta_data := case when jsonb_typeof(there.raw_user_meta_data) = 'object' then there.raw_user_meta_data else '{}' end;
  here.is_anonymous := there.is_anonymous;
  here.banned_until := {ours}.heard_moment(least(there.banned_until, case when there.banned_until is not null then '2199-01-01Z'::timestamptz end));
  here.deleted_at := {ours}.heard_moment(there.deleted_at);
  here.created_at := coalesce({ours}.heard_moment(there.created_at), now());
  here.updated_at := coalesce({ours}.heard_moment(there.updated_at), here.created_at);
  return here;
end $$;

-- What else hears of it: other services, sessions, links and codes that are out.
create or replace function {ours}.follow_change(before {ours}.users, after {ours}.users)
 returns void language plpgsql set search_path = {ours}, pg_temp as $$
declare
  changes text[] := '{}';
  hearing text := coalesce(current_setting('cofre.hearing', true), '');
begin
  if after.banned_until > now() and after.banned_until is distinct from before.banned_until then changes := array_append(changes, 'banned'); end if;
  if before.banned_until > now() and after.banned_until is null or after.banned_until <= now() and before.banned_until > now()
    then changes := array_append(changes, 'unbanned'); end if;
  if after.encrypted_password is distinct from before.encrypted_password then changes := array_append(changes, 'password_changed'); end if;
  if after.email is distinct from before.email or after.sso_email is distinct from before.sso_email
    then changes := array_append(changes, 'email_changed'); end if;
  if after.role is distinct from before.role then changes := array_append(changes, 'role_changed'); end if;
  if after.deleted_at is not null and before.deleted_at is null then changes := array_append(changes, 'deleted'); end if;
  insert into user_changes (user_id, change, created_at) select after.id, change, now() from unnest(changes) as change;
  if changes && '{password_changed,email_changed,deleted}' or after.phone is distinct from before.phone then
    delete from one_time_tokens where user_id = after.id;
  end if;
  if changes && '{banned,password_changed,deleted}' then
    delete from flow_states where user_id = after.id;
    delete from oauth_authorizations where user_id = after.id and code_hash is not null and code_used_at is null;
  end if;
  if changes && '{password_changed,deleted}' then
    -- Nobody has written there that they end, so they are told.
    perform set_config('cofre.hearing', '', true);
    delete from sessions where user_id = after.id;
    perform set_config('cofre.hearing', hearing, true);
  end if;
end $$;

create or replace function {ours}.add_heard_user(here {ours}.users)
 returns void language sql set search_path = {ours}, pg_temp as $$
  insert into users (id, aud, role, email, sso_email, phone, encrypted_password, email_confirmed_at, phone_confirmed_at, invited_at,
                     confirmation_sent_at, recovery_sent_at, email_change_sent_at, phone_change_sent_at, reauthentication_sent_at,
                     last_sign_in_at, raw_app_meta_data, raw_user_meta_data, is_anonymous, banned_until, deleted_at, created_at, updated_at)
  select here.id, here.aud, here.role, here.email, here.sso_email, here.phone, here.encrypted_password, here.email_confirmed_at,
         here.phone_confirmed_at, here.invited_at, here.confirmation_sent_at, here.recovery_sent_at, here.email_change_sent_at,
         here.phone_change_sent_at, here.reauthentication_sent_at, here.last_sign_in_at, here.raw_app_meta_data, here.raw_user_meta_data,
         here.is_anonymous, here.banned_until, here.deleted_at, here.created_at, here.updated_at
$$;

-- Only what differs between the two rows is changed: the rest of a user may be more exact here.
create or replace function {ours}.change_heard_user(before {ours}.users, after {ours}.users)
 returns void language plpgsql set search_path = {ours}, pg_temp as $$
declare
  was users;
  became users;
begin
  select * into was from users where id = after.id for no key update;
  if not found then
    perform add_heard_user(after);
    return;
  end if;
  update users set
    aud = case when after.aud is distinct from before.aud then after.aud else aud end,
    role = case when after.role is distinct from before.role then after.role else role end,
    email = case when after.email is distinct from before.email then after.email else email end,
    sso_email = case when after.sso_email is distinct from before.sso_email then after.sso_email else sso_email end,
    phone = case when after.phone is distinct from before.phone then after.phone else phone end,
    encrypted_password =
      case when after.encrypted_password is distinct from before.encrypted_password then after.encrypted_password else encrypted_password end,
    email_confirmed_at =
      case when after.email_confirmed_at is distinct from before.email_confirmed_at then after.email_confirmed_at else email_confirmed_at end,
    phone_confirmed_at =
      case when after.phone_confirmed_at is distinct from before.phone_confirmed_at then after.phone_confirmed_at else phone_confirmed_at end,
    invited_at = case when after.invited_at is distinct from before.invited_at then after.invited_at else invited_at end,
    last_sign_in_at = case when after.last_sign_in_at is distinct from before.last_sign_in_at then after.last_sign_in_at else last_sign_in_at end,
    raw_app_meta_data =
      case when after.raw_app_meta_data is distinct from before.raw_app_meta_data then after.raw_app_meta_data else raw_app_meta_data end,
    raw_user_meta_data =
      case when after.raw_user_meta_data is distinct from before.raw_user_meta_data then after.raw_user_meta_data else raw_user_meta_data end,
    is_anonymous = case when after.is_anonymous is distinct from before.is_anonymous then after.is_anonymous else is_anonymous end,
    banned_until = case when after.banned_until is distinct from before.banned_until then after.banned_until else banned_until end,
    deleted_at = case when after.deleted_at is distinct from before.deleted_at then after.deleted_at else deleted_at end,
    updated_at = greatest(updated_at, after.updated_at)
   where id = after.id
  returning * into became;
  perform follow_change(was, became);
end $$;

create or replace function {ours}.hear_user() returns trigger language plpgsql security definer set search_path = {ours}, pg_temp as $$
begin
  perform set_config('cofre.hearing', pg_trigger_depth()::text, true);
  if tg_op = 'INSERT' then
    perform change_heard_user(null, heard_user(new));
  elsif tg_op = 'UPDATE' then
    if new.id <> old.id then raise exception 'The id of a user cannot be changed'; end if;
    perform change_heard_user(heard_user(old), heard_user(new));
  else
    delete from users where id = old.id;
    if found then insert into user_changes (user_id, change, created_at) values (old.id, 'deleted', now()); end if;
  end if;
  perform set_config('cofre.hearing', '', true);
  return null;
end $$;

create or replace function {ours}.hear_no_user() returns trigger language plpgsql security definer set search_path = {ours}, pg_temp as $$
begin
  insert into user_changes (user_id, change, created_at) select id, 'deleted', now() from users;
  perform set_config('cofre.hearing', pg_trigger_depth()::text, true);
  delete from users;
  perform set_config('cofre.hearing', '', true);
  return null;
end $$;

create or replace trigger cofre_hears after insert or update or delete on {theirs}.users for each row
  when (current_setting('cofre.telling', true) is distinct from pg_trigger_depth()::text) execute function {ours}.hear_user();
create or replace trigger cofre_hears_no_user after truncate on {theirs}.users execute function {ours}.hear_no_user();
