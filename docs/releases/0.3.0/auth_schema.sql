-- Made from the migrations by `npm run generate`. Edit those, not this file. It is for reading: it is not run anywhere.

create function keep_shown_factors()
 returns trigger
 language plpgsql
 set search_path from current
as $function$
begin
  update users set shown_factors = show_factors(id) where id = coalesce(new.user_id, old.user_id);
  return null;
end $function$;

-- Made from the migrations by `npm run generate`. Edit those, not this file. It is for reading: it is not run anywhere.

create function searched_text(email text, user_meta_data jsonb)
 returns text
 language sql
 immutable parallel safe
as $function$
  select lower(coalesce(email, '') || chr(10) || coalesce(left(user_meta_data ->> 'full_name', 255), ''))
$function$;
comment on function searched_text(text,jsonb) is 'What a search among users looks at: address and name, a line each';

-- Made from the migrations by `npm run generate`. Edit those, not this file. It is for reading: it is not run anywhere.

create function show_factors(p_user uuid)
 returns json
 language sql
 stable
 set search_path from current
 set "TimeZone" to 'UTC'
as $function$
  select json_agg(json_build_object(
           'id', id, 'created_at', created_at, 'updated_at', updated_at, 'status', status, 'friendly_name', friendly_name,
           'factor_type', factor_type, 'phone', phone, 'last_challenged_at', last_challenged_at
         ) order by created_at, id)
    from factors
   where user_id = p_user
$function$;

-- Made from the migrations by `npm run generate`. Edit those, not this file. It is for reading: it is not run anywhere.

create function trigrams(words text)
 returns text[]
 language sql
 immutable parallel safe strict cost 1000
as $function$
  select array(select substr(words, place, 3) from generate_series(1, length(words) - 2) as place)
$function$;
comment on function trigrams(text) is 'Every run of three characters: a text that holds another one has all trigrams of it';

-- Made from the migrations by `npm run generate`. Edit those, not this file. It is for reading: it is not run anywhere.

create sequence audit_log_entries_number_seq;

-- Made from the migrations by `npm run generate`. Edit those, not this file. It is for reading: it is not run anywhere.

create table audit_log_entries (
  id uuid not null,
  payload json not null,
  ip_address text not null default ''::text,
  created_at timestamptz not null,
  number bigint default 
case
    when pg_current_xact_id() is not null then nextval('audit_log_entries_number_seq'::regclass)
    else null::bigint
end,
  constraint audit_log_entries_pkey primary key (id)
);
comment on column audit_log_entries.number is 'In the order in which entries were written. Its transaction has an id before it has the number, so that a reader can tell a number that nobody has from one that is yet to be committed';
create index audit_log_entries_action_idx on audit_log_entries ((payload ->> 'action'::text), created_at, id);
create index audit_log_entries_actor_idx on audit_log_entries (lower(payload ->> 'actor_username'::text));
create index audit_log_entries_created_at_idx on audit_log_entries (created_at, id);
create index audit_log_entries_number_idx on audit_log_entries using brin (number) with (pages_per_range='32', autosummarize='on');

-- Made from the migrations by `npm run generate`. Edit those, not this file. It is for reading: it is not run anywhere.

create table custom_providers (
  id uuid not null,
  identifier text not null,
  definition jsonb not null,
  sealed_secret bytea not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  constraint custom_providers_pkey primary key (id),
  constraint custom_providers_identifier_key unique (identifier)
);
comment on column custom_providers.definition is 'As it is shown, and without the secret';
comment on column custom_providers.sealed_secret is 'Under a key of the server, bound to the id';

-- Made from the migrations by `npm run generate`. Edit those, not this file. It is for reading: it is not run anywhere.

create table devices (
  user_id uuid not null,
  name text not null,
  created_at timestamptz not null,
  constraint devices_pkey primary key (user_id, name),
  constraint devices_user_id_fkey foreign key (user_id) references users(id) on delete cascade
);
comment on table devices is 'What users have signed in with, where mails tell them of a new device. A name is one of some fifty: browser and system, without versions';

-- Made from the migrations by `npm run generate`. Edit those, not this file. It is for reading: it is not run anywhere.

create table factor_challenges (
  id uuid not null,
  factor_id uuid not null,
  ip text not null,
  code_mac bytea,
  webauthn_challenge text,
  tries smallint not null default 0,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  verified_at timestamptz,
  constraint factor_challenges_pkey primary key (id),
  constraint factor_challenges_factor_id_fkey foreign key (factor_id) references factors(id) on delete cascade
);
comment on column factor_challenges.ip is 'Who asked for it: nobody else may answer';
comment on column factor_challenges.code_mac is 'MAC of the code that was sent, under a key of the server';
create index factor_challenges_expires_at_idx on factor_challenges (expires_at);
create index factor_challenges_factor_id_idx on factor_challenges (factor_id);

-- Made from the migrations by `npm run generate`. Edit those, not this file. It is for reading: it is not run anywhere.

create table factors (
  id uuid not null,
  user_id uuid not null,
  factor_type text not null,
  status text not null,
  friendly_name text not null,
  phone text,
  sealed_secret bytea,
  last_step bigint,
  credential jsonb,
  last_challenged_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  constraint factors_pkey primary key (id),
  constraint factors_friendly_name_key unique (user_id, friendly_name),
  constraint factors_factor_type_check check (factor_type = any (array['totp'::text, 'phone'::text, 'webauthn'::text, 'recovery_code'::text])),
  constraint factors_status_check check (status = any (array['unverified'::text, 'verified'::text])),
  constraint factors_user_id_fkey foreign key (user_id) references users(id) on delete cascade
);
comment on column factors.phone is 'E.164 without the plus sign';
comment on column factors.sealed_secret is 'What an authenticator app shares with us, under a key of the server';
comment on column factors.last_step is 'The step of time of the newest code that was taken: none up to it is taken again';
comment on column factors.credential is 'Of a security key: id, public key, counter and what its authenticator said of it';
create unique index factors_one_set_of_codes on factors (user_id) where factor_type = 'recovery_code'::text;

create trigger factors_shown after insert or delete or update on factors for each row execute function keep_shown_factors();

-- Made from the migrations by `npm run generate`. Edit those, not this file. It is for reading: it is not run anywhere.

create table flow_states (
  id uuid not null,
  user_id uuid,
  authentication_method text not null,
  code_challenge text,
  code_challenge_method text,
  auth_code_hash bytea,
  auth_code_issued_at timestamptz,
  created_at timestamptz not null,
  provider text,
  state_hash bytea,
  browser_hash bytea,
  redirect_to text,
  invite_hash bytea,
  linking_user_id uuid,
  linking_session_id uuid,
  sealed_memory bytea,
  sealed_tokens bytea,
  session_not_after timestamptz,
  constraint flow_states_pkey primary key (id),
  constraint flow_states_auth_code_hash_key unique (auth_code_hash),
  constraint flow_states_state_hash_key unique (state_hash),
  constraint flow_states_challenge_is_whole check ((code_challenge is null) = (code_challenge_method is null)),
  constraint flow_states_code_challenge_method_check check (code_challenge_method = any (array['s256'::text, 'plain'::text])),
  constraint flow_states_has_an_end check (code_challenge is not null or state_hash is not null or linking_user_id is not null),
  constraint flow_states_linking_user_id_fkey foreign key (linking_user_id) references users(id) on delete cascade,
  constraint flow_states_user_id_fkey foreign key (user_id) references users(id) on delete cascade
);
comment on table flow_states is 'Sign-ins that end in another place than they began';
comment on column flow_states.state_hash is 'SHA-256 of the state at the provider; emptied when the browser is back, so that it comes back once';
comment on column flow_states.browser_hash is 'SHA-256 of the cookie of the browser that must come next; null where a program asked for a link, and with a code';
comment on column flow_states.invite_hash is 'SHA-256 of the token of the invitation that is accepted by it';
comment on column flow_states.linking_user_id is 'Who asked for the identity to be added to their account';
comment on column flow_states.linking_session_id is 'The session in which they did: if it ends meanwhile, nothing is added';
comment on column flow_states.sealed_memory is 'What only we must know until the browser is back, under a key of the server';
comment on column flow_states.sealed_tokens is 'The provider''s tokens, and the identity that waits to be linked, under a key that only the holder of the code can derive';
comment on column flow_states.session_not_after is 'When the session that comes of it ends at the latest';
create index flow_states_created_at_idx on flow_states (created_at);
create index flow_states_linking_user_id_idx on flow_states (linking_user_id);
create index flow_states_user_id_idx on flow_states (user_id);

-- Made from the migrations by `npm run generate`. Edit those, not this file. It is for reading: it is not run anywhere.

create table identities (
  id uuid not null,
  provider text not null,
  provider_id text not null,
  user_id uuid not null,
  identity_data jsonb not null,
  email text generated always as (lower(identity_data ->> 'email'::text)) stored,
  last_sign_in_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  constraint identities_pkey primary key (id),
  constraint identities_provider_provider_id_key unique (provider, provider_id),
  constraint identities_user_id_fkey foreign key (user_id) references users(id) on delete cascade
);
create index identities_email_idx on identities (email);
create index identities_user_id_idx on identities (user_id, created_at, id);

-- Made from the migrations by `npm run generate`. Edit those, not this file. It is for reading: it is not run anywhere.

create table mail_pauses (
  key bytea not null,
  sent_at timestamptz not null,
  constraint mail_pauses_pkey primary key (key)
);
comment on table mail_pauses is 'When an address was last mailed about something, or would have been had it been known';
comment on column mail_pauses.key is 'HMAC of what the mail is about and the address';
create index mail_pauses_sent_at on mail_pauses (sent_at);

-- Made from the migrations by `npm run generate`. Edit those, not this file. It is for reading: it is not run anywhere.

create table migrations (
  name text not null,
  checksum text not null,
  applied_at timestamptz not null default now(),
  release text,
  constraint migrations_pkey primary key (name)
);
comment on table migrations is 'Which files of the migrations folder this schema has seen, and what they held';

-- Made from the migrations by `npm run generate`. Edit those, not this file. It is for reading: it is not run anywhere.

create table oauth_authorizations (
  id text not null,
  client_id text not null,
  user_id uuid,
  redirect_uri text not null,
  scopes text[] not null,
  resources text[] not null,
  state text,
  nonce text,
  code_challenge text not null,
  signed_in_after timestamptz,
  asks_again boolean not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  decided_at timestamptz,
  code_hash bytea,
  auth_time timestamptz,
  aal text,
  amr jsonb,
  code_used_at timestamptz,
  session_id uuid,
  constraint oauth_authorizations_pkey primary key (id),
  constraint oauth_authorizations_code_hash_key unique (code_hash),
  constraint oauth_authorizations_client_id_fkey foreign key (client_id) references oauth_clients(id) on delete cascade,
  constraint oauth_authorizations_user_id_fkey foreign key (user_id) references users(id) on delete cascade
);
comment on table oauth_authorizations is 'What an app asks a user for, from the request to the exchange of its code';
comment on column oauth_authorizations.user_id is 'Whoever looked at the request first: nobody else may answer it';
comment on column oauth_authorizations.signed_in_after is 'Older sign-ins are not good enough for the app';
comment on column oauth_authorizations.decided_at is 'Null while the user has not answered; with an answer of no there is no code';
comment on column oauth_authorizations.session_id is 'What the code was exchanged for: a second exchange ends it';
create index oauth_authorizations_client_id_idx on oauth_authorizations (client_id);
create index oauth_authorizations_expires_at_idx on oauth_authorizations (expires_at);
create index oauth_authorizations_user_id_idx on oauth_authorizations (user_id, client_id);

-- Made from the migrations by `npm run generate`. Edit those, not this file. It is for reading: it is not run anywhere.

create table oauth_clients (
  id text not null,
  name text,
  secret_hash bytea,
  client_type text not null,
  auth_method text not null,
  redirect_uris text[] not null,
  post_logout_redirect_uris text[] not null,
  grant_types text[] not null,
  client_uri text,
  logo_uri text,
  registration_type text not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  constraint oauth_clients_pkey primary key (id),
  constraint oauth_clients_auth_method_check check (auth_method = any (array['none'::text, 'client_secret_basic'::text, 'client_secret_post'::text])),
  constraint oauth_clients_client_type_check check (client_type = any (array['public'::text, 'confidential'::text])),
  constraint oauth_clients_registration_type_check check (registration_type = any (array['manual'::text, 'dynamic'::text, 'document'::text])),
  constraint oauth_clients_secret_check check ((secret_hash is null) = (client_type = 'public'::text))
);
comment on column oauth_clients.id is 'A UUID, or the URL of the document that describes the client';
comment on column oauth_clients.secret_hash is 'SHA-256: the secret is random, and shown once';
create index oauth_clients_newest_idx on oauth_clients (created_at, id);
create index oauth_clients_own_idx on oauth_clients (created_at) where registration_type <> 'manual'::text;

-- Made from the migrations by `npm run generate`. Edit those, not this file. It is for reading: it is not run anywhere.

create table oauth_consents (
  user_id uuid not null,
  client_id text not null,
  scopes text[] not null,
  resources text[] not null,
  is_remembered boolean not null,
  granted_at timestamptz not null,
  constraint oauth_consents_pkey primary key (user_id, client_id),
  constraint oauth_consents_client_id_fkey foreign key (client_id) references oauth_clients(id) on delete cascade,
  constraint oauth_consents_user_id_fkey foreign key (user_id) references users(id) on delete cascade
);
comment on column oauth_consents.is_remembered is 'False: the user is asked the next time as well';
create index oauth_consents_client_id_idx on oauth_consents (client_id);

-- Made from the migrations by `npm run generate`. Edit those, not this file. It is for reading: it is not run anywhere.

create table one_time_tokens (
  user_id uuid not null,
  purpose text not null,
  relates_to text not null,
  token_hash bytea not null,
  code_mac bytea not null,
  tries smallint not null default 0,
  keeps_password boolean not null default true,
  flow_state_id uuid,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  kind text,
  constraint one_time_tokens_pkey primary key (user_id, purpose),
  constraint one_time_tokens_token_hash_key unique (token_hash),
  constraint one_time_tokens_kind_check check (kind = any (array['signup'::text, 'invite'::text, 'sms'::text, 'magiclink'::text, 'recovery'::text, 'email_change_new'::text, 'email_change_current'::text, 'phone_change'::text, 'reauthentication'::text])),
  constraint one_time_tokens_purpose_check check (purpose = any (array['confirmation'::text, 'recovery'::text, 'email_change_new'::text, 'email_change_current'::text, 'phone_change'::text, 'reauthentication'::text])),
  constraint one_time_tokens_flow_state_id_fkey foreign key (flow_state_id) references flow_states(id) on delete cascade,
  constraint one_time_tokens_user_id_fkey foreign key (user_id) references users(id) on delete cascade
);
comment on column one_time_tokens.purpose is 'What it lets its owner do: one token at a time for each';
comment on column one_time_tokens.relates_to is 'The address that it was sent to';
comment on column one_time_tokens.token_hash is 'SHA-256 of the token in the link';
comment on column one_time_tokens.code_mac is 'MAC of the code under a key of the server';
comment on column one_time_tokens.keeps_password is 'False: who redeems it need not be who set the password, so an account that was never confirmed loses it';
comment on column one_time_tokens.kind is 'How it was issued, which says by which types it is redeemed. Null: by a version that did not say, so by none';
create index one_time_tokens_expires_at_idx on one_time_tokens (expires_at);
create index one_time_tokens_flow_state_id_idx on one_time_tokens (flow_state_id);
create index one_time_tokens_relates_to_idx on one_time_tokens (relates_to, purpose);

-- Made from the migrations by `npm run generate`. Edit those, not this file. It is for reading: it is not run anywhere.

create table outbox (
  id uuid not null,
  kind text not null,
  template text not null,
  address_key bytea not null,
  sealed bytea,
  created_at timestamptz not null,
  expires_at timestamptz,
  due_at timestamptz not null default now(),
  delivered_at timestamptz,
  failed_at timestamptz,
  attempts integer not null default 0,
  last_error text,
  user_id uuid,
  constraint outbox_pkey primary key (id),
  constraint outbox_check check (sealed is not null or delivered_at is not null or failed_at is not null),
  constraint outbox_kind_check check (kind = any (array['mail'::text, 'sms'::text]))
);
comment on table outbox is 'Messages to people, written with what they are about and sent after the commit';
comment on column outbox.address_key is 'HMAC of the recipient: messages to one address can be counted, and the address is not here';
comment on column outbox.sealed is 'Recipient and contents, encrypted; emptied when the message has left or is given up';
comment on column outbox.expires_at is 'What the message carries is worth nothing from here on, so it is not sent any more';
comment on column outbox.due_at is 'When it may be tried next, by the clock of the database; a try under way moves it ahead';
comment on column outbox.user_id is 'Whom it is about, for a hook that sends it; null where it is about nobody who has an account';
create index outbox_done on outbox (created_at) where sealed is null;
create index outbox_oldest on outbox (created_at) where delivered_at is null and failed_at is null;
create index outbox_waiting on outbox (due_at) where delivered_at is null and failed_at is null;

-- Made from the migrations by `npm run generate`. Edit those, not this file. It is for reading: it is not run anywhere.

create table own_deletions (
  user_id uuid not null,
  deleted_at timestamptz not null,
  constraint own_deletions_pkey primary key (user_id)
);
comment on table own_deletions is 'Who has deleted their own account, until no other service keeps anything of theirs. Never whom an administrator deleted';
create index own_deletions_deleted_at_idx on own_deletions (deleted_at, user_id);

-- Made from the migrations by `npm run generate`. Edit those, not this file. It is for reading: it is not run anywhere.

create table owner_codes (
  code_hash bytea not null,
  is_first boolean not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  constraint owner_codes_pkey primary key (code_hash)
);
comment on table owner_codes is 'One-time codes that make somebody an owner. The first use of one ends all of them';
comment on column owner_codes.code_hash is 'SHA-256 of the code';
comment on column owner_codes.is_first is 'Worth nothing once the server has an owner';

-- Made from the migrations by `npm run generate`. Edit those, not this file. It is for reading: it is not run anywhere.

create table passkey_challenges (
  id uuid not null,
  user_id uuid,
  ceremony text not null,
  challenge text not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  constraint passkey_challenges_pkey primary key (id),
  constraint passkey_challenges_ceremony_check check (ceremony = any (array['registration'::text, 'authentication'::text])),
  constraint passkey_challenges_user_id_fkey foreign key (user_id) references users(id) on delete cascade
);
comment on column passkey_challenges.user_id is 'Who registers; null for a sign-in, which tells who it is when it is answered';
create index passkey_challenges_expires_at_idx on passkey_challenges (expires_at);
create index passkey_challenges_user_id_idx on passkey_challenges (user_id);

-- Made from the migrations by `npm run generate`. Edit those, not this file. It is for reading: it is not run anywhere.

create table passkeys (
  id uuid not null,
  user_id uuid not null,
  credential_id text not null,
  public_key text not null,
  sign_count bigint not null,
  aaguid uuid not null,
  transports text[] not null,
  device_type text not null,
  backed_up boolean not null,
  friendly_name text not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  last_used_at timestamptz,
  constraint passkeys_pkey primary key (id),
  constraint passkeys_credential_id_key unique (credential_id),
  constraint passkeys_user_id_fkey foreign key (user_id) references users(id) on delete cascade
);
comment on column passkeys.credential_id is 'As the authenticator named it, in base64url';
comment on column passkeys.public_key is 'COSE, in base64url';
comment on column passkeys.sign_count is 'One that does not rise is a copy of the authenticator; those that do not count say 0';
create index passkeys_user_id_idx on passkeys (user_id, created_at);

-- Made from the migrations by `npm run generate`. Edit those, not this file. It is for reading: it is not run anywhere.

create table recovery_codes (
  factor_id uuid not null,
  code_mac bytea not null,
  used_at timestamptz,
  constraint recovery_codes_pkey primary key (factor_id, code_mac),
  constraint recovery_codes_factor_id_fkey foreign key (factor_id) references factors(id) on delete cascade
);
comment on column recovery_codes.code_mac is 'MAC of the code under a key of the server';

-- Made from the migrations by `npm run generate`. Edit those, not this file. It is for reading: it is not run anywhere.

create table saml_assertions (
  key bytea not null,
  expires_at timestamptz not null,
  constraint saml_assertions_pkey primary key (key)
);
comment on table saml_assertions is 'Assertions that have let somebody in, until they are too old to do so again';
comment on column saml_assertions.key is 'SHA-256 of the provider and the id of the assertion';
create index saml_assertions_expires_at_idx on saml_assertions (expires_at);

-- Made from the migrations by `npm run generate`. Edit those, not this file. It is for reading: it is not run anywhere.

create table send_counters (
  name text not null,
  window_start timestamptz not null,
  count integer not null,
  constraint send_counters_pkey primary key (name)
);
comment on table send_counters is 'What has been spent of the budgets for messages of the whole service';

-- Made from the migrations by `npm run generate`. Edit those, not this file. It is for reading: it is not run anywhere.

create table server_grants (
  user_id uuid not null,
  role text not null,
  granted_by uuid,
  created_at timestamptz not null,
  constraint server_grants_pkey primary key (user_id, role),
  constraint server_grants_role_check check (role = any (array['viewer'::text, 'support'::text, 'security'::text, 'admin'::text, 'owner'::text])),
  constraint server_grants_user_id_fkey foreign key (user_id) references users(id) on delete cascade
);
comment on table server_grants is 'What users may do with this server. Metadata, hooks, imports and providers have no say in it';
comment on column server_grants.granted_by is 'Null: by a code of whoever runs the server';

-- Made from the migrations by `npm run generate`. Edit those, not this file. It is for reading: it is not run anywhere.

create table sessions (
  id uuid not null,
  user_id uuid not null,
  aal text not null default 'aal1'::text,
  amr jsonb not null,
  refresh_counter bigint not null default 0,
  rotated_at timestamptz,
  refreshed_at timestamptz not null,
  not_after timestamptz,
  revoked_at timestamptz,
  user_agent text,
  ip text not null,
  created_at timestamptz not null,
  factor_id uuid,
  client_id text,
  scopes text[],
  resources text[],
  constraint sessions_pkey primary key (id),
  constraint sessions_client_id_fkey foreign key (client_id) references oauth_clients(id) on delete cascade,
  constraint sessions_user_id_fkey foreign key (user_id) references users(id) on delete cascade
);
comment on table sessions is 'Refresh tokens are not stored: each is a MAC over the session and a counter, and only the newest counter is good';
comment on column sessions.refresh_counter is 'The counter of the only refresh token that is good now';
comment on column sessions.rotated_at is 'When that token took the place of the one before';
comment on column sessions.revoked_at is 'Since then no refresh token is good; access tokens live on until they expire';
comment on column sessions.factor_id is 'The second factor by which it is aal2; without that factor it is not';
comment on column sessions.client_id is 'The app that was let in. Null: the user''s own session';
comment on column sessions.resources is 'The services that its tokens are for. Empty: those of the user''s audience';
create index sessions_client_id_idx on sessions (client_id) where client_id is not null;
create index sessions_ended_idx on sessions (least(revoked_at, not_after)) where revoked_at is not null or not_after is not null;
create index sessions_live_idx on sessions (user_id, client_id) where revoked_at is null;
create index sessions_newest_idx on sessions (created_at, id) where revoked_at is null;
create index sessions_user_id_idx on sessions (user_id, created_at);

-- Made from the migrations by `npm run generate`. Edit those, not this file. It is for reading: it is not run anywhere.

create table sso_domains (
  domain text not null,
  provider_id uuid not null,
  created_at timestamptz not null,
  constraint sso_domains_pkey primary key (domain),
  constraint sso_domains_provider_id_fkey foreign key (provider_id) references sso_providers(id) on delete cascade
);
comment on column sso_domains.domain is 'Lower case';
create index sso_domains_provider_id_idx on sso_domains (provider_id);

-- Made from the migrations by `npm run generate`. Edit those, not this file. It is for reading: it is not run anywhere.

create table sso_providers (
  id uuid not null,
  resource_id text,
  disabled boolean not null default false,
  allow_idp_initiated boolean not null default false,
  entity_id text not null,
  metadata_xml text not null,
  metadata_url text,
  metadata_read_at timestamptz not null,
  metadata_due_at timestamptz,
  metadata_valid_until timestamptz,
  sign_in_url text not null,
  certificates text[] not null,
  attribute_mapping jsonb not null default '{}'::jsonb,
  name_id_format text,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  constraint sso_providers_pkey primary key (id),
  constraint sso_providers_entity_id_key unique (entity_id)
);
comment on column sso_providers.resource_id is 'What an operator''s own program calls it';
comment on column sso_providers.allow_idp_initiated is 'People may come from the provider without having begun here';
comment on column sso_providers.metadata_due_at is 'When it is fetched again; null where it came as text';
comment on column sso_providers.sign_in_url is 'Of the metadata: where browsers are sent';
comment on column sso_providers.certificates is 'Of the metadata: whose signatures count, each in base64';
create index sso_providers_due_idx on sso_providers (metadata_due_at) where metadata_due_at is not null;
create unique index sso_providers_resource_id_key on sso_providers (lower(resource_id));

-- Made from the migrations by `npm run generate`. Edit those, not this file. It is for reading: it is not run anywhere.

create table token_lives (
  seconds bigint not null,
  counts_until timestamptz,
  constraint token_lives_pkey primary key (seconds)
);
comment on table token_lives is 'Every JWT_EXP that a replica was started with: no access token of a user may live longer than the longest';
comment on column token_lives.counts_until is 'Null: for good';

-- Made from the migrations by `npm run generate`. Edit those, not this file. It is for reading: it is not run anywhere.

create table tries (
  key bytea not null,
  count integer not null,
  over_at timestamptz not null,
  constraint tries_pkey primary key (key)
);
comment on table tries is 'How much of a limit somebody has used; kept here, so that limits hold over replicas and restarts';
comment on column tries.key is 'HMAC of the limit and of whom it counts for: neither addresses nor accounts are stored';
comment on column tries.count is 'Tries in a row, where the limit is one of so many in a row';
comment on column tries.over_at is 'From here on the row holds nobody back';
create index tries_over_at on tries (over_at);

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
create index user_changes_xid_idx on user_changes (xid);

-- Made from the migrations by `npm run generate`. Edit those, not this file. It is for reading: it is not run anywhere.

create table users (
  id uuid not null,
  aud text not null,
  role text not null,
  email text,
  phone text,
  encrypted_password text,
  email_confirmed_at timestamptz,
  phone_confirmed_at timestamptz,
  confirmed_at timestamptz generated always as (least(email_confirmed_at, phone_confirmed_at)) stored,
  invited_at timestamptz,
  confirmation_sent_at timestamptz,
  recovery_sent_at timestamptz,
  email_change text,
  email_change_sent_at timestamptz,
  phone_change text,
  phone_change_sent_at timestamptz,
  reauthentication_sent_at timestamptz,
  last_sign_in_at timestamptz,
  raw_app_meta_data jsonb not null default '{}'::jsonb,
  raw_user_meta_data jsonb not null default '{}'::jsonb,
  is_anonymous boolean not null default false,
  banned_until timestamptz,
  deleted_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  shown_factors json,
  sso_email text,
  constraint users_pkey primary key (id),
  constraint users_email_key unique (email),
  constraint users_phone_key unique (phone),
  constraint users_one_email check (email is null or sso_email is null)
);
comment on column users.email is 'Lower case. Null for users who have none';
comment on column users.phone is 'E.164 without the plus sign';
comment on column users.encrypted_password is 'A hash with its parameters. Null for users who have no password';
comment on column users.shown_factors is 'As answers show them, oldest first; null without any. Kept by a trigger of factors';
comment on column users.sso_email is 'The address of somebody who comes by single sign-on, as their provider gives it. Nobody is looked up by it: email is null then';
create index users_created_at_idx on users (created_at, id);
create index users_email_change_idx on users (email_change) where email_change is not null;
create index users_listed_idx on users (created_at, id) where deleted_at is null;
create index users_phone_change_idx on users (phone_change) where phone_change is not null;
create index users_searched_idx on users using gin (trigrams(searched_text(email, raw_user_meta_data)));
create index users_sso_searched_idx on users using gin (trigrams(searched_text(sso_email, raw_user_meta_data))) where sso_email is not null;

-- Made from the migrations by `npm run generate`. Edit those, not this file. It is for reading: it is not run anywhere.

create table webhook_deliveries (
  id bigint not null generated always as identity,
  webhook_id uuid not null,
  message_id text not null,
  type text not null,
  entry_id uuid,
  asked boolean not null,
  state text not null,
  attempts integer not null default 0,
  status integer,
  error text,
  created_at timestamptz not null,
  attempted_at timestamptz,
  constraint webhook_deliveries_pkey primary key (id),
  constraint webhook_deliveries_state_check check (state = any (array['waiting'::text, 'delivered'::text, 'failed'::text])),
  constraint webhook_deliveries_webhook_id_fkey foreign key (webhook_id) references webhooks(id) on delete cascade
);
comment on table webhook_deliveries is 'What became of each event. Bodies are made from the audit log, and kept nowhere';
comment on column webhook_deliveries.entry_id is 'Of the audit log. Null for a ping';
comment on column webhook_deliveries.asked is 'Asked for by somebody, and tried once: a ping, or an event that was sent before';
create index webhook_deliveries_asked_idx on webhook_deliveries (webhook_id) where asked and state = 'waiting'::text;
create index webhook_deliveries_created_idx on webhook_deliveries (created_at);
create index webhook_deliveries_list_idx on webhook_deliveries (webhook_id, id);
create unique index webhook_deliveries_message_idx on webhook_deliveries (webhook_id, message_id) where not asked;

-- Made from the migrations by `npm run generate`. Edit those, not this file. It is for reading: it is not run anywhere.

create table webhooks (
  id uuid not null,
  url text not null,
  description text not null,
  events text[] not null,
  enabled boolean not null,
  off_reason text,
  off_at timestamptz,
  secret bytea not null,
  secret_at timestamptz not null,
  old_secret bytea,
  old_secret_until timestamptz,
  number bigint not null,
  n integer not null,
  failures integer not null default 0,
  next_attempt_at timestamptz,
  lease uuid,
  leased_until timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  constraint webhooks_pkey primary key (id)
);
comment on column webhooks.events is 'The types of events that it is sent. Empty: all';
comment on column webhooks.secret is 'Sealed: whoever reads the database cannot sign';
comment on column webhooks.old_secret is 'After a rotation it signs too, for a while';
comment on column webhooks.number is 'With n: the last entry of the audit log that was delivered or was none of its business, and how many of its events were';
comment on column webhooks.failures is 'Of the event that is next';
comment on column webhooks.lease is 'Of the process that delivers just now; one that was killed loses it by time';
