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
