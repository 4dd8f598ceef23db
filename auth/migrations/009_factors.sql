-- Second factors, and what is asked of whoever has one.
create table factors (
  id uuid primary key,
  user_id uuid not null references users (id) on delete cascade,
  factor_type text not null constraint factors_factor_type_check check (factor_type in ('totp', 'phone', 'webauthn', 'recovery_code')),
  status text not null constraint factors_status_check check (status in ('unverified', 'verified')),
  friendly_name text not null,
  phone text,
  sealed_secret bytea,
  last_step bigint,
  credential jsonb,
  last_challenged_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  constraint factors_friendly_name_key unique (user_id, friendly_name)
);
comment on column factors.phone is 'E.164 without the plus sign';
comment on column factors.sealed_secret is 'What an authenticator app shares with us, under a key of the server';
comment on column factors.last_step is 'The step of time of the newest code that was taken: none up to it is taken again';
comment on column factors.credential is 'Of a security key: id, public key, counter and what its authenticator said of it';
create unique index factors_one_set_of_codes on factors (user_id) where factor_type = 'recovery_code';

create table factor_challenges (
  id uuid primary key,
  factor_id uuid not null references factors (id) on delete cascade,
  ip text not null,
  code_mac bytea,
  webauthn_challenge text,
  tries smallint not null default 0,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  verified_at timestamptz
);
comment on column factor_challenges.ip is 'Who asked for it: nobody else may answer';
comment on column factor_challenges.code_mac is 'MAC of the code that was sent, under a key of the server';
create index factor_challenges_factor_id_idx on factor_challenges (factor_id);
create index factor_challenges_expires_at_idx on factor_challenges (expires_at);

create table recovery_codes (
  factor_id uuid not null references factors (id) on delete cascade,
  code_mac bytea not null,
  used_at timestamptz,
  primary key (factor_id, code_mac)
);
comment on column recovery_codes.code_mac is 'MAC of the code under a key of the server';

alter table sessions add column factor_id uuid;
comment on column sessions.factor_id is 'The second factor by which it is aal2; without that factor it is not';
