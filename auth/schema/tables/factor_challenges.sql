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
