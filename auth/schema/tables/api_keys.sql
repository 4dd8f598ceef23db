-- Made from the migrations by `npm run generate`. Edit those, not this file. It is for reading: it is not run anywhere.

create table api_keys (
  id uuid not null,
  name text not null,
  shown_start text not null,
  secret_hash bytea not null,
  old_secret_hash bytea,
  old_secret_until timestamptz,
  rights text[] not null,
  networks text[] not null,
  created_by uuid,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  last_used_at timestamptz,
  last_used_ip text,
  constraint api_keys_pkey primary key (id),
  constraint api_keys_name_key unique (name),
  constraint api_keys_old_secret_hash_key unique (old_secret_hash),
  constraint api_keys_secret_hash_key unique (secret_hash)
);
comment on table api_keys is 'Keys with which programs administrate this server';
comment on column api_keys.shown_start is 'The first characters of the key, by which people know it';
comment on column api_keys.secret_hash is 'SHA-256 of the key';
comment on column api_keys.old_secret_hash is 'After a rotation it is good too, for a while';
comment on column api_keys.rights is 'Each a resource and a verb, as in auth/grants/rights.ts';
comment on column api_keys.networks is 'Where it may be used. Empty: anywhere';
comment on column api_keys.created_by is 'Null: by an operator''s token or the command line';
comment on column api_keys.last_used_at is 'To the minute';
