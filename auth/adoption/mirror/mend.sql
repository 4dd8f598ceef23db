-- Compares both schemas, the next users in the order of their ids. Triggers keep them in step; a restore or an import without triggers
-- does not. Mending deletes nobody: who is in one schema comes into the other, and where rows differ, the adopted schema is right.

create or replace function {ours}.compare_users(after_id uuid, most int, mends boolean)
 returns jsonb language plpgsql set search_path = {ours}, pg_temp as $$
declare
  ids uuid[];
  only_here uuid[];
  only_there uuid[];
  differ uuid[];
  refused uuid[] := '{}';
  each uuid;
  last uuid;
  compared bigint;
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
          -- One that is encrypted there was opened here, and cannot be compared.
          or u.encrypted_password is distinct from heard.encrypted_password and left(heard.encrypted_password, 1) is distinct from '{'
             and not (heard.encrypted_password is null and length(u.encrypted_password) > 255));
  if mends then
    foreach each in array only_here || only_there || differ loop
      if not mend_user(each) then refused := array_append(refused, each); end if;
    end loop;
  end if;
  last := ids[cardinality(ids)];
  compared := cardinality(ids);
  ids := array(select unnest(ids) except select unnest(refused));
  return jsonb_build_object('last', last, 'compared', compared, 'only_here', to_jsonb(only_here),
                            'only_there', to_jsonb(only_there), 'differ', to_jsonb(differ), 'refused', to_jsonb(refused),
                            'identities', {ours}.compare_identities(ids, mends), 'factors', {ours}.compare_factors(ids, mends),
                            'sessions', {ours}.compare_sessions(ids, mends));
end $$;

-- False where the other schema does not take the user: the address is somebody else's there, or a trigger refuses.
create or replace function {ours}.mend_user(user_id uuid) returns boolean language plpgsql set search_path = {ours}, pg_temp as $$
declare
  here users;
  there {theirs}.users;
begin
  select * into here from users where id = user_id;
  select * into there from {theirs}.users where id = user_id;
  if there.id is null then
    -- A change that changes nothing is told as a new row, because there is none yet.
    update users set updated_at = updated_at where id = user_id;
  else
    perform set_config('cofre.hearing', pg_trigger_depth()::text, true);
    perform change_heard_user(here, heard_user(there));
    perform set_config('cofre.hearing', '', true);
  end if;
  return true;
exception when others then
  if sqlstate !~ '^(23|CF)' then raise; end if;
  return false;
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
     where id = any(differ) and not exists (select from {theirs}.identities t where t.id = identities.id)
       and exists (select from {theirs}.users t where t.id = identities.user_id);
    perform set_config('cofre.hearing', pg_trigger_depth()::text, true);
    insert into identities as old_one (id, provider, provider_id, user_id, identity_data, last_sign_in_at, created_at, updated_at)
    select id, provider, provider_id, user_id, identity_data, heard_moment(last_sign_in_at),
           coalesce(heard_moment(created_at), now()), coalesce(heard_moment(updated_at), heard_moment(created_at), now())
      from {theirs}.identities where id = any(differ) and user_id in (select id from users)
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
      from factors where id = any(differ) and user_id in (select id from {theirs}.users)
    on conflict (id) do update
       set friendly_name = excluded.friendly_name, status = excluded.status, phone = excluded.phone, updated_at = excluded.updated_at;
    perform set_config('cofre.telling', '', true);
  end if;
  return cardinality(differ);
end $$;

-- Those that are missing there, or differ; and those that stand there and have ended here. Of what an adoption leaves behind, nothing is
-- counted: sessions of apps, and those that no refresh token can continue.
create or replace function {ours}.compare_sessions(ids uuid[], mends boolean)
 returns bigint language plpgsql set search_path = {ours}, pg_temp as $$
declare
  differ uuid[];
  ended uuid[];
begin
  select coalesce(array_agg(s.id), '{}') into differ
    from sessions s
    left join {theirs}.sessions t on t.id = s.id
   where s.user_id = any(ids) and s.revoked_at is null
     and (t.id is null or (s.user_id, s.aal, s.not_after) is distinct from (t.user_id, coalesce(t.aal::text, 'aal1'), heard_moment(t.not_after)));
  select coalesce(array_agg(t.id), '{}') into ended
    from {theirs}.sessions t
   where t.user_id = any(ids) and (t.not_after is null or t.not_after > now()) and to_jsonb(t) ->> 'oauth_client_id' is null
     and not exists (select from sessions s where s.id = t.id and s.revoked_at is null);
  if cardinality(ended) > 0 and {ours}.has_tokens() then
    -- One with tokens, all of which are revoked, had ended before the adoption. What this service opened has none there.
    select coalesce(array_agg(each), '{}') into ended
      from unnest(ended) as each
     where exists (select from {theirs}.refresh_tokens token where token.session_id = each and not token.revoked)
        or not exists (select from {theirs}.refresh_tokens token where token.session_id = each);
  end if;
  if mends then
    perform set_config('cofre.telling', pg_trigger_depth()::text, true);
    delete from {theirs}.sessions where id = any(ended);
    insert into {theirs}.sessions as known (id, user_id, created_at, updated_at, aal, not_after, user_agent, ip)
    select id, user_id, created_at, refreshed_at, aal::{theirs}.aal_level, not_after, user_agent, nullif(ip, '')::inet
      from sessions
     where id = any(differ) and revoked_at is null and user_id in (select id from {theirs}.users)
       for share
    on conflict (id) do update set aal = excluded.aal, not_after = excluded.not_after, updated_at = excluded.updated_at;
    perform set_config('cofre.telling', '', true);
  end if;
  return cardinality(differ) + cardinality(ended);
end $$;

-- A schema whose server was never started has another table of them.
create or replace function {ours}.has_tokens() returns boolean language sql stable as $$
  select exists (select from pg_attribute
                  where attrelid = to_regclass('{theirs}.refresh_tokens') and attname = 'session_id' and not attisdropped)
$$;
