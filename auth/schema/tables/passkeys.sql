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
