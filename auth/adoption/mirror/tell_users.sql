-- What happens to users here happens in the adopted schema in the same transaction, so that its foreign keys, cascades and triggers hold.

-- What stands there of a user, in the columns that this service knows. The tokens of that server are never null: it reads them as text.
create or replace function {ours}.told_user(here {ours}.users) returns {theirs}.users language plpgsql as $$
declare
  there {theirs}.users;
begin
  there.instance_id := '00000000-0000-0000-0000-000000000000';
  there.id := here.id;
  there.aud := here.aud;
  there.role := here.role;
  there.email := coalesce(here.email, here.sso_email);
  there.is_sso_user := here.sso_email is not null;
  there.encrypted_password := case when length(here.encrypted_password) <= 255 then here.encrypted_password else '' end;
  there.email_confirmed_at := here.email_confirmed_at;
  there.phone := here.phone;
  there.phone_confirmed_at := here.phone_confirmed_at;
  there.invited_at := here.invited_at;
  there.confirmation_sent_at := here.confirmation_sent_at;
  there.recovery_sent_at := here.recovery_sent_at;
  there.email_change := coalesce(here.email_change, '');
  there.email_change_sent_at := here.email_change_sent_at;
  there.phone_change := coalesce(here.phone_change, '');
  there.phone_change_sent_at := here.phone_change_sent_at;
  there.reauthentication_sent_at := here.reauthentication_sent_at;
  there.last_sign_in_at := here.last_sign_in_at;
  there.raw_app_meta_data := here.raw_app_meta_data;
  there.raw_user_meta_data := here.raw_user_meta_data;
  there.is_anonymous := here.is_anonymous;
  there.banned_until := here.banned_until;
  there.deleted_at := here.deleted_at;
  there.created_at := here.created_at;
  there.updated_at := here.updated_at;
  return there;
end $$;

-- A trigger of others that fails ends the transaction, under a code that nothing here can take for its own. What only means "not now"
-- keeps its code, so that it is tried again.
create or replace function {ours}.refuse(state text, message text, operation text, context text) returns void language plpgsql as $$
begin
  raise exception using
    errcode = case
                when state ~ '^(08|53|57|40|CF)' or state in ('55P03', '25P03') then state
                when state = 'P0001' then 'CF001'
                else 'CF000'
              end,
    message = message, detail = state || E'\n' || context, hint = operation;
end $$;

create or replace function {ours}.tell_user() returns trigger language plpgsql set search_path = {theirs}, pg_temp as $$
declare
  told {theirs}.users;
  kept {theirs}.users;
  context text;
begin
  perform set_config('cofre.telling', pg_trigger_depth()::text, true);
  if tg_op = 'DELETE' then
    delete from {theirs}.users where id = old.id;
    perform set_config('cofre.telling', '', true);
    return null;
  end if;
  told := {ours}.told_user(new);
  if tg_op = 'UPDATE' then
    update {theirs}.users set
      aud = told.aud, role = told.role, email = told.email, is_sso_user = told.is_sso_user,
      encrypted_password =
        case when new.encrypted_password is distinct from old.encrypted_password then told.encrypted_password else encrypted_password end,
      email_confirmed_at = told.email_confirmed_at, phone = told.phone, phone_confirmed_at = told.phone_confirmed_at,
      invited_at = told.invited_at, confirmation_sent_at = told.confirmation_sent_at, recovery_sent_at = told.recovery_sent_at,
      email_change = told.email_change, email_change_sent_at = told.email_change_sent_at, phone_change = told.phone_change,
      phone_change_sent_at = told.phone_change_sent_at, reauthentication_sent_at = told.reauthentication_sent_at,
      last_sign_in_at = told.last_sign_in_at, raw_app_meta_data = told.raw_app_meta_data, raw_user_meta_data = told.raw_user_meta_data,
      is_anonymous = told.is_anonymous, banned_until = told.banned_until, deleted_at = told.deleted_at, updated_at = told.updated_at
     where id = new.id
    returning * into kept;
    if found and new.encrypted_password is not distinct from old.encrypted_password then told.encrypted_password := kept.encrypted_password; end if;
  end if;
  if kept.id is null then
    insert into {theirs}.users
      (instance_id, id, aud, role, email, is_sso_user, encrypted_password, email_confirmed_at, phone, phone_confirmed_at, invited_at,
       confirmation_sent_at, recovery_sent_at, email_change, email_change_sent_at, phone_change, phone_change_sent_at,
       reauthentication_sent_at, last_sign_in_at, raw_app_meta_data, raw_user_meta_data, is_anonymous, banned_until, deleted_at,
       created_at, updated_at, confirmation_token, recovery_token, email_change_token_new, email_change_token_current,
       email_change_confirm_status, phone_change_token, reauthentication_token)
    values
      (told.instance_id, told.id, told.aud, told.role, told.email, told.is_sso_user, told.encrypted_password,
       told.email_confirmed_at, told.phone, told.phone_confirmed_at, told.invited_at, told.confirmation_sent_at, told.recovery_sent_at,
       told.email_change, told.email_change_sent_at, told.phone_change, told.phone_change_sent_at, told.reauthentication_sent_at,
       told.last_sign_in_at, told.raw_app_meta_data, told.raw_user_meta_data, told.is_anonymous, told.banned_until, told.deleted_at,
       told.created_at, told.updated_at, '', '', '', '', 0, '', '')
    returning * into kept;
    if not found then raise exception using errcode = 'CF000', message = 'a trigger of others left the row out', hint = tg_op; end if;
  end if;
  perform set_config('cofre.telling', '', true);
  -- A trigger before the write may have changed what is kept.
  if (kept.aud, kept.role, kept.email, kept.encrypted_password, kept.email_confirmed_at, kept.phone, kept.phone_confirmed_at,
      kept.raw_app_meta_data, kept.raw_user_meta_data, kept.is_anonymous, kept.banned_until, kept.deleted_at)
     is distinct from
     (told.aud, told.role, told.email, told.encrypted_password, told.email_confirmed_at, told.phone, told.phone_confirmed_at,
      told.raw_app_meta_data, told.raw_user_meta_data, told.is_anonymous, told.banned_until, told.deleted_at) then
    perform set_config('cofre.hearing', pg_trigger_depth()::text, true);
    perform {ours}.change_heard_user({ours}.heard_user(told), {ours}.heard_user(kept));
    perform set_config('cofre.hearing', '', true);
  end if;
  return null;
exception when others then
  get stacked diagnostics context = pg_exception_context;
  perform {ours}.refuse(sqlstate, sqlerrm, tg_op || ' user', context);
  return null;
end $$;

create or replace trigger tell_user after insert or update or delete on {ours}.users for each row
  when (current_setting('cofre.hearing', true) is distinct from pg_trigger_depth()::text) execute function {ours}.tell_user();
