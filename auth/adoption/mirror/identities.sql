-- Identities, in both directions.

create or replace function {ours}.hear_identity() returns trigger language plpgsql security definer set search_path = {ours}, pg_temp as $$
begin
  perform set_config('cofre.hearing', pg_trigger_depth()::text, true);
  if tg_op <> 'INSERT' and (tg_op = 'DELETE' or new.id <> old.id) then
    delete from identities where id = old.id;
  end if;
  if tg_op <> 'DELETE' then
    insert into identities as old_one (id, provider, provider_id, user_id, identity_data, last_sign_in_at, created_at, updated_at)
    values (new.id, new.provider, new.provider_id, new.user_id, new.identity_data, heard_moment(new.last_sign_in_at),
            coalesce(heard_moment(new.created_at), now()),
            coalesce(heard_moment(new.updated_at), heard_moment(new.created_at), now()))
    on conflict (id) do update
       set provider = excluded.provider, provider_id = excluded.provider_id, user_id = excluded.user_id,
           identity_data = excluded.identity_data, last_sign_in_at = excluded.last_sign_in_at, updated_at = excluded.updated_at;
  end if;
  perform set_config('cofre.hearing', '', true);
  return null;
end $$;

create or replace trigger cofre_hears after insert or update or delete on {theirs}.identities for each row
  when (current_setting('cofre.telling', true) is distinct from pg_trigger_depth()::text) execute function {ours}.hear_identity();

create or replace function {ours}.tell_identity() returns trigger language plpgsql set search_path = {theirs}, pg_temp as $$
declare
  context text;
begin
  perform set_config('cofre.telling', pg_trigger_depth()::text, true);
  if tg_op = 'DELETE' then
    delete from {theirs}.identities where id = old.id;
  else
    insert into {theirs}.identities as known (id, provider, provider_id, user_id, identity_data, last_sign_in_at, created_at, updated_at)
    values (new.id, new.provider, new.provider_id, new.user_id, new.identity_data, new.last_sign_in_at, new.created_at, new.updated_at)
    on conflict (id) do update
       set provider = excluded.provider, provider_id = excluded.provider_id, user_id = excluded.user_id,
           identity_data = excluded.identity_data, last_sign_in_at = excluded.last_sign_in_at, updated_at = excluded.updated_at;
  end if;
  perform set_config('cofre.telling', '', true);
  return null;
exception when others then
  get stacked diagnostics context = pg_exception_context;
  perform {ours}.refuse(sqlstate, sqlerrm, tg_op || ' identity', context);
  return null;
end $$;

create or replace trigger tell_identity after insert or update or delete on {ours}.identities for each row
  when (current_setting('cofre.hearing', true) is distinct from pg_trigger_depth()::text) execute function {ours}.tell_identity();
