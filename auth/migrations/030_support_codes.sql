-- What a user shows an administrator who asks to see their account.
create table support_codes (
  user_id uuid primary key references users (id) on delete cascade,
  code_hash bytea not null,
  expires_at timestamptz not null
);
comment on table support_codes is 'A user''s consent that an administrator signs in as them, once';
comment on column support_codes.code_hash is 'SHA-256 of the code';
