-- Passkeys, which sign in without a name or a password, and the challenges of their ceremonies.
create table passkeys (
  id uuid primary key,
  user_id uuid not null references users (id) on delete cascade,
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
  constraint passkeys_credential_id_key unique (credential_id)
);
comment on column passkeys.credential_id is 'As the authenticator named it, in base64url';
comment on column passkeys.public_key is 'COSE, in base64url';
comment on column passkeys.sign_count is 'One that does not rise is a copy of the authenticator; those that do not count say 0';
create index passkeys_user_id_idx on passkeys (user_id, created_at);

create table passkey_challenges (
  id uuid primary key,
  user_id uuid references users (id) on delete cascade,
  ceremony text not null constraint passkey_challenges_ceremony_check check (ceremony in ('registration', 'authentication')),
  challenge text not null,
  created_at timestamptz not null,
  expires_at timestamptz not null
);
comment on column passkey_challenges.user_id is 'Who registers; null for a sign-in, which tells who it is when it is answered';
create index passkey_challenges_user_id_idx on passkey_challenges (user_id);
create index passkey_challenges_expires_at_idx on passkey_challenges (expires_at);
