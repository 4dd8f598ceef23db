-- Sessions, thinly: for policies that look at them. A refresh changes none of the columns that are told.

create or replace function {ours}.tell_session() returns trigger language plpgsql set search_path = {theirs}, pg_temp as $$
declare
  context text;
  -- What is heard of a user may end sessions, in the middle of what is told of another.
  telling text := coalesce(current_setting('cofre.telling', true), '');
begin
  perform set_config('cofre.telling', pg_trigger_depth()::text, true);
  if tg_op = 'DELETE' then
    delete from {theirs}.sessions where id = old.id;
  else
    insert into {theirs}.sessions as known (id, user_id, created_at, updated_at, aal, not_after, user_agent, ip)
    values (new.id, new.user_id, new.created_at, new.refreshed_at, new.aal::{theirs}.aal_level, new.not_after, new.user_agent, nullif(new.ip, '')::inet)
    on conflict (id) do update set aal = excluded.aal, not_after = excluded.not_after, updated_at = excluded.updated_at;
  end if;
  perform set_config('cofre.telling', telling, true);
  return null;
exception when others then
  get stacked diagnostics context = pg_exception_context;
  perform {ours}.refuse(sqlstate, sqlerrm, tg_op || ' session', context);
  return null;
end $$;

create or replace function {ours}.tell_revoked_session() returns trigger language plpgsql set search_path = {theirs}, pg_temp as $$
declare
  context text;
  telling text := coalesce(current_setting('cofre.telling', true), '');
begin
  if current_setting('cofre.hearing', true) = (pg_trigger_depth() - 1)::text then return null; end if;
  perform set_config('cofre.telling', pg_trigger_depth()::text, true);
  delete from {theirs}.sessions where id = new.id;
  perform set_config('cofre.telling', telling, true);
  return null;
exception when others then
  get stacked diagnostics context = pg_exception_context;
  perform {ours}.refuse(sqlstate, sqlerrm, tg_op || ' session', context);
  return null;
end $$;

create or replace trigger tell_new_session after insert on {ours}.sessions for each row
  when (new.revoked_at is null and current_setting('cofre.hearing', true) is distinct from pg_trigger_depth()::text)
  execute function {ours}.tell_session();
create or replace trigger tell_session after update of aal, not_after on {ours}.sessions for each row
  when ((new.aal <> old.aal or new.not_after is distinct from old.not_after) and new.revoked_at is null
        and current_setting('cofre.hearing', true) is distinct from pg_trigger_depth()::text)
  execute function {ours}.tell_session();
-- A refresh sets this column, mostly to what it was: each statement reads the condition anew, so it is a short one.
create or replace trigger tell_revoked_session after update of revoked_at on {ours}.sessions for each row
  when (new.revoked_at is distinct from old.revoked_at) execute function {ours}.tell_revoked_session();
create or replace trigger tell_lost_session after delete on {ours}.sessions for each row
  when (old.revoked_at is null and current_setting('cofre.hearing', true) is distinct from pg_trigger_depth()::text)
  execute function {ours}.tell_session();

-- `delete from auth.sessions` is how operators sign somebody out.
create or replace function {ours}.hear_lost_session() returns trigger language plpgsql security definer set search_path = {ours}, pg_temp as $$
begin
  perform set_config('cofre.hearing', pg_trigger_depth()::text, true);
  delete from sessions where id = old.id;
  perform set_config('cofre.hearing', '', true);
  return null;
end $$;

create or replace trigger cofre_hears after delete on {theirs}.sessions for each row
  when (current_setting('cofre.telling', true) is distinct from pg_trigger_depth()::text) execute function {ours}.hear_lost_session();
