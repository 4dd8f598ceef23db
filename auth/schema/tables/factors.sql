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
