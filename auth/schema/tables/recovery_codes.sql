-- Made from the migrations by `npm run generate`. Edit those, not this file. It is for reading: it is not run anywhere.

create table recovery_codes (
  factor_id uuid not null,
  code_mac bytea not null,
  used_at timestamptz,
  constraint recovery_codes_pkey primary key (factor_id, code_mac),
  constraint recovery_codes_factor_id_fkey foreign key (factor_id) references factors(id) on delete cascade
);
comment on column recovery_codes.code_mac is 'MAC of the code under a key of the server';
