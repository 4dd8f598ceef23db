-- Compares both schemas, the next users in the order of their ids. Triggers keep them in step; a restore or an import without triggers
-- does not. Mending deletes nobody: who is in one schema comes into the other, and where rows differ, the adopted schema is right.

create or replace function {ours}.compare_users(after_id uuid, most int, mends boolean)
 returns jsonb language plpgsql set search_path = {ours}, pg_temp as $$
declare
  ids uuid[];
  only_here uuid[];
  only_there uuid[];
  differ uuid[];
  each uuid;
  here users;
begin
  select array_agg(id order by id) into ids
    from (select id from (select id from users where id > after_id order by id limit most) ours
          union
          select id from (select id from {theirs}.users where id > after_id order by id limit most) theirs
          order by id limit most) batch;
  if ids is null then return null; end if;
  if mends then
    perform from users where id = any(ids) order by id for no key update;
    perform from {theirs}.users where id = any(ids) order by id for no key update;
  end if;
  select coalesce(array_agg(u.id), '{}') into only_here
    from users u where u.id = any(ids) and not exists (select from {theirs}.users t where t.id = u.id);
  select coalesce(array_agg(t.id), '{}') into only_there
    from {theirs}.users t where t.id = any(ids) and not exists (select from users u where u.id = t.id);
  select coalesce(array_agg(u.id), '{}') into differ
    from users u
    join {theirs}.users t on t.id = u.id
    cross join lateral {ours}.heard_user(t) heard
   where u.id = any(ids)
     and ((u.aud, u.role, u.email, u.sso_email, u.phone, u.email_confirmed_at, u.phone_confirmed_at, u.raw_app_meta_data,
           u.raw_user_meta_data, u.is_anonymous, u.banned_until, u.deleted_at)
          is distinct from
          (heard.aud, heard.role, heard.email, heard.sso_email, heard.phone, heard.email_confirmed_at, heard.phone_confirmed_at,
           heard.raw_app_meta_data, heard.raw_user_meta_data, heard.is_anonymous, heard.banned_until, heard.deleted_at)
          or u.encrypted_password is distinct from heard.encrypted_password
             and not (heard.encrypted_password is null and length(u.encrypted_password) > 255));
  if mends then
    foreach each in array only_here loop
      -- A change that changes nothing is told as a new row, because there is none yet.
      update users set updated_at = updated_at where id = each;
    end loop;
    perform set_config('cofre.hearing', pg_trigger_depth()::text, true);
    foreach each in array only_there || differ loop
      select * into here from users where id = each;
      perform change_heard_user(here, heard_user(t)) from {theirs}.users t where t.id = each;
    end loop;
    perform set_config('cofre.hearing', '', true);
  end if;
  return jsonb_build_object('last', ids[cardinality(ids)], 'compared', cardinality(ids), 'only_here', to_jsonb(only_here),
                            'only_there', to_jsonb(only_there), 'differ', to_jsonb(differ),
                            'identities', {ours}.compare_identities(ids, mends), 'factors', {ours}.compare_factors(ids, mends));
end $$;

create or replace function {ours}.compare_identities(ids uuid[], mends boolean)
 returns bigint language plpgsql set search_path = {ours}, pg_temp as $$
declare
  differ uuid[];
begin
  select coalesce(array_agg(coalesce(i.id, t.id)), '{}') into differ
    from (select * from identities where user_id = any(ids)) i
    full join (select * from {theirs}.identities where user_id = any(ids)) t on t.id = i.id
   where (i.user_id, i.provider, i.provider_id, i.identity_data) is distinct from (t.user_id, t.provider, t.provider_id, t.identity_data);
  if mends and cardinality(differ) > 0 then
    update identities set updated_at = updated_at
     where id = any(differ) and not exists (select from {theirs}.identities t where t.id = identities.id);
    perform set_config('cofre.hearing', pg_trigger_depth()::text, true);
    insert into identities as old_one (id, provider, provider_id, user_id, identity_data, last_sign_in_at, created_at, updated_at)
    select id, provider, provider_id, user_id, identity_data, last_sign_in_at, coalesce(created_at, now()), coalesce(updated_at, created_at, now())
      from {theirs}.identities where id = any(differ)
    on conflict (id) do update
       set provider = excluded.provider, provider_id = excluded.provider_id, user_id = excluded.user_id,
           identity_data = excluded.identity_data, last_sign_in_at = excluded.last_sign_in_at, updated_at = excluded.updated_at;
    perform set_config('cofre.hearing', '', true);
  end if;
  return cardinality(differ);
end $$;

-- Those that are missing there, or differ. What is missing here needs the key of this server: see take_factors.ts.
create or replace function {ours}.compare_factors(ids uuid[], mends boolean)
 returns bigint language plpgsql set search_path = {ours}, pg_temp as $$
declare
  differ uuid[];
begin
  select coalesce(array_agg(f.id), '{}') into differ
    from factors f
    left join {theirs}.mfa_factors t on t.id = f.id
   where f.user_id = any(ids) and f.factor_type <> 'recovery_code'
     and (f.user_id, f.factor_type, f.status, f.friendly_name) is distinct from (t.user_id, t.factor_type::text, t.status::text, t.friendly_name);
  if mends and cardinality(differ) > 0 then
    perform set_config('cofre.telling', pg_trigger_depth()::text, true);
    insert into {theirs}.mfa_factors as known (id, user_id, friendly_name, factor_type, status, phone, secret, created_at, updated_at)
    select id, user_id, friendly_name, factor_type::{theirs}.factor_type, status::{theirs}.factor_status, phone, '', created_at, updated_at
      from factors where id = any(differ)
    on conflict (id) do update
       set friendly_name = excluded.friendly_name, status = excluded.status, phone = excluded.phone, updated_at = excluded.updated_at;
    perform set_config('cofre.telling', '', true);
  end if;
  return cardinality(differ);
end $$;
