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
