-- Second factors. Recovery codes have no place there. When somebody was last challenged is unique over all users there, so it stays here.

create or replace function {ours}.tell_factor() returns trigger language plpgsql set search_path = {theirs}, pg_temp as $$
declare
  context text;
begin
  perform set_config('cofre.telling', pg_trigger_depth()::text, true);
  if tg_op = 'DELETE' then
    delete from {theirs}.mfa_factors where id = old.id;
  else
    insert into {theirs}.mfa_factors as known (id, user_id, friendly_name, factor_type, status, phone, secret, created_at, updated_at)
    values (new.id, new.user_id, new.friendly_name, new.factor_type::{theirs}.factor_type, new.status::{theirs}.factor_status, new.phone, '',
            new.created_at, new.updated_at)
    on conflict (id) do update
       set friendly_name = excluded.friendly_name, status = excluded.status, phone = excluded.phone, updated_at = excluded.updated_at;
  end if;
  perform set_config('cofre.telling', '', true);
  return null;
exception when others then
  get stacked diagnostics context = pg_exception_context;
  perform {ours}.refuse(sqlstate, sqlerrm, tg_op || ' factor', context);
  return null;
end $$;

create or replace trigger tell_new_factor after insert on {ours}.factors for each row
  when (new.factor_type <> 'recovery_code' and current_setting('cofre.hearing', true) is distinct from pg_trigger_depth()::text)
  execute function {ours}.tell_factor();
create or replace trigger tell_factor after update on {ours}.factors for each row
  when (new.factor_type <> 'recovery_code' and current_setting('cofre.hearing', true) is distinct from pg_trigger_depth()::text
        and (new.status, new.friendly_name, new.phone) is distinct from (old.status, old.friendly_name, old.phone))
  execute function {ours}.tell_factor();
create or replace trigger tell_lost_factor after delete on {ours}.factors for each row
  when (old.factor_type <> 'recovery_code' and current_setting('cofre.hearing', true) is distinct from pg_trigger_depth()::text)
  execute function {ours}.tell_factor();

-- An operator who deletes a factor there lets somebody in who has lost it. Factors that others insert are taken by `doctor --adopted`:
-- their secrets are encrypted here.
create or replace function {ours}.hear_lost_factor() returns trigger language plpgsql security definer set search_path = {ours}, pg_temp as $$
declare
  methods jsonb := '{"totp": "totp", "phone": "mfa/phone", "webauthn": "mfa/webauthn"}';
  codes uuid;
begin
  perform set_config('cofre.hearing', pg_trigger_depth()::text, true);
  delete from factors where id = old.id;
  if found then
    -- They stand in for other factors, and go with the last of them.
    delete from factors
     where user_id = old.user_id and factor_type = 'recovery_code'
       and not exists (select from factors other
                        where other.user_id = old.user_id and other.factor_type <> 'recovery_code' and other.status = 'verified')
    returning id into codes;
    -- Their level is told: nobody has written there that it sinks.
    perform set_config('cofre.hearing', '', true);
    update sessions
       set aal = 'aal1', factor_id = null,
           amr = (select coalesce(jsonb_agg(way), '[]') from jsonb_array_elements(amr) way
                   where way ->> 'method' <> case when sessions.factor_id = codes then 'mfa/recovery_code' else methods ->> old.factor_type::text end)
     where user_id = old.user_id and factor_id in (old.id, codes);
    insert into user_changes (user_id, change, created_at) values (old.user_id, 'factors_changed', now());
  end if;
  perform set_config('cofre.hearing', '', true);
  return null;
end $$;

create or replace trigger cofre_hears after delete on {theirs}.mfa_factors for each row
  when (current_setting('cofre.telling', true) is distinct from pg_trigger_depth()::text) execute function {ours}.hear_lost_factor();
