-- Takes over rows of the adopted schema, the next users in the order of their ids.

-- Locks them, so that nobody is deleted there while they are copied. Returns the last id, and null after the last user.
create or replace function {ours}.copy_users(after_id uuid, most int) returns jsonb language plpgsql set search_path = {ours}, pg_temp as $$
declare
  ids uuid[];
  taken uuid[];
  identities_taken bigint;
  sessions_taken bigint;
begin
  select array_agg(id order by id) into ids
    from (select id from {theirs}.users where id > after_id order by id limit most for share) batch;
  if ids is null then return null; end if;
  perform set_config('cofre.hearing', pg_trigger_depth()::text, true);
  with inserted as (
    insert into users (id, aud, role, email, sso_email, phone, encrypted_password, email_confirmed_at, phone_confirmed_at, invited_at,
                       confirmation_sent_at, recovery_sent_at, email_change_sent_at, phone_change_sent_at, reauthentication_sent_at,
                       last_sign_in_at, raw_app_meta_data, raw_user_meta_data, is_anonymous, banned_until, deleted_at, created_at, updated_at)
    select here.id, here.aud, here.role, here.email, here.sso_email, here.phone, here.encrypted_password, here.email_confirmed_at,
           here.phone_confirmed_at, here.invited_at, here.confirmation_sent_at, here.recovery_sent_at, here.email_change_sent_at,
           here.phone_change_sent_at, here.reauthentication_sent_at, here.last_sign_in_at, here.raw_app_meta_data,
           here.raw_user_meta_data, here.is_anonymous, here.banned_until, here.deleted_at, here.created_at, here.updated_at
      from {theirs}.users there cross join lateral {ours}.heard_user(there) here
     where there.id = any(ids)
     order by there.created_at, there.id
    on conflict do nothing
    returning id)
  select coalesce(array_agg(id), '{}') into taken from inserted;
  with inserted as (
    insert into identities (id, provider, provider_id, user_id, identity_data, last_sign_in_at, created_at, updated_at)
    select id, provider, provider_id, user_id, identity_data, heard_moment(last_sign_in_at),
           coalesce(heard_moment(created_at), now()), coalesce(heard_moment(updated_at), heard_moment(created_at), now())
      from {theirs}.identities where user_id = any(taken)
    on conflict do nothing
    returning 1)
  select count(*) into identities_taken from inserted;
  with inserted as (
    insert into sessions (id, user_id, aal, amr, refreshed_at, not_after, user_agent, ip, factor_id, created_at)
    select there.id, there.user_id, coalesce(there.aal::text, 'aal1'),
           coalesce((select jsonb_agg(jsonb_build_object('method', authentication_method, 'timestamp', extract(epoch from moment)::bigint) order by moment)
                       from {theirs}.mfa_amr_claims cross join lateral (select coalesce(heard_moment(updated_at), now()) as moment) clock
                      where session_id = there.id), '[]'),
           coalesce(heard_moment(there.refreshed_at at time zone 'UTC'), heard_moment(there.updated_at), heard_moment(there.created_at), now()),
           heard_moment(there.not_after),
           left(there.user_agent, 512), coalesce(host(there.ip), ''), there.factor_id, coalesce(heard_moment(there.created_at), now())
      from {theirs}.sessions there
     where there.user_id = any(taken) and (there.not_after is null or there.not_after > now())
       -- An app's session would become one of the user's own, which may do more.
       and to_jsonb(there) ->> 'oauth_client_id' is null
       and (to_jsonb(there) ->> 'refresh_token_hmac_key' is not null
            or exists (select from {theirs}.refresh_tokens token where token.session_id = there.id and not token.revoked))
    on conflict do nothing
    returning id)
  select count(*) into sessions_taken from inserted;
  -- That server also takes the token before the newest one, from a client that did not get the answer.
  insert into adopted_refresh_tokens (token_hash, session_id)
  select distinct on (hash) hash, session_id
    from {theirs}.refresh_tokens newest
    join sessions on sessions.id = newest.session_id and sessions.user_id = any(taken)
    cross join lateral (values (newest.token), (newest.parent)) as tokens (token)
    cross join lateral (select sha256(convert_to(tokens.token, 'UTF8')) as hash) hashed
   where not newest.revoked and tokens.token <> ''
  on conflict do nothing;
  perform set_config('cofre.hearing', '', true);
  return jsonb_build_object(
    'last', ids[cardinality(ids)], 'users', cardinality(taken), 'identities', identities_taken, 'sessions', sessions_taken);
end $$;

-- Apps of others and what users let them do. Their secrets are hashed alike on both servers.
create or replace function {ours}.take_apps() returns void language plpgsql set search_path = {ours}, pg_temp as $$
begin
  if to_regclass('{theirs}.oauth_consents') is not null then
    insert into oauth_clients (id, name, secret_hash, client_type, auth_method, redirect_uris, post_logout_redirect_uris, grant_types,
                               client_uri, logo_uri, registration_type, created_at, updated_at)
    select id::text, client_name,
           case when client_type = 'confidential' then decode(rpad(translate(client_secret_hash, '-_', '+/'), 44, '='), 'base64') end,
           client_type,
           coalesce(token_endpoint_auth_method, case client_type when 'public' then 'none' else 'client_secret_basic' end),
           string_to_array(redirect_uris, ','), '{}', string_to_array(grant_types, ','), client_uri, logo_uri, registration_type,
           created_at, updated_at
      from (select id, client_name, client_secret_hash, client_type::text, redirect_uris, grant_types, client_uri, logo_uri,
                   registration_type::text, created_at, updated_at,
                   to_jsonb(there) ->> 'token_endpoint_auth_method' as token_endpoint_auth_method
              from {theirs}.oauth_clients there where deleted_at is null) client
     where client_type = 'public' or client_secret_hash ~ '^[A-Za-z0-9_-]{43}$'
    on conflict do nothing;
    insert into oauth_consents (user_id, client_id, scopes, resources, is_remembered, granted_at)
    select user_id, client_id::text, string_to_array(scopes, ' '), '{}', true, granted_at
      from {theirs}.oauth_consents
     where revoked_at is null and client_id::text in (select id from oauth_clients) and user_id in (select id from users)
    on conflict do nothing;
  end if;
  if to_regclass('{theirs}.webauthn_credentials') is not null then
    insert into passkeys (id, user_id, credential_id, public_key, sign_count, aaguid, transports, device_type, backed_up, friendly_name,
                          created_at, updated_at, last_used_at)
    select id, user_id, {ours}.as_base64url(credential_id), {ours}.as_base64url(public_key), sign_count,
           coalesce(aaguid, '00000000-0000-0000-0000-000000000000'), array(select jsonb_array_elements_text(transports)),
           case when backup_eligible then 'multiDevice' else 'singleDevice' end, backed_up, friendly_name, created_at, updated_at, last_used_at
      from {theirs}.webauthn_credentials
     where user_id in (select id from users)
    on conflict do nothing;
  end if;
end $$;

create or replace function {ours}.as_base64url(bytes bytea) returns text language sql immutable as $$
  select rtrim(translate(encode(bytes, 'base64'), E'+/\n', '-_'), '=')
$$;
