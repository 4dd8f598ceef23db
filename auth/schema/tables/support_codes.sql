-- Made from the migrations by `npm run generate`. Edit those, not this file. It is for reading: it is not run anywhere.

create table support_codes (
  user_id uuid not null,
  code_hash bytea not null,
  expires_at timestamptz not null,
  constraint support_codes_pkey primary key (user_id),
  constraint support_codes_user_id_fkey foreign key (user_id) references users(id) on delete cascade
);
comment on table support_codes is 'A user''s consent that an administrator signs in as them, once';
comment on column support_codes.code_hash is 'SHA-256 of the code';
