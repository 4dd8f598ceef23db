-- Made from the migrations by `npm run generate`. Edit those, not this file. It is for reading: it is not run anywhere.

create table migrations (
  name text not null,
  checksum text not null,
  applied_at timestamptz not null default now(),
  release text,
  constraint migrations_pkey primary key (name)
);
comment on table migrations is 'Which files of the migrations folder this schema has seen, and what they held';
