-- Made from the migrations by `npm run generate`. Edit those, not this file. It is for reading: it is not run anywhere.

create table devices (
  user_id uuid not null,
  name text not null,
  created_at timestamptz not null,
  constraint devices_pkey primary key (user_id, name),
  constraint devices_user_id_fkey foreign key (user_id) references users(id) on delete cascade
);
comment on table devices is 'What users have signed in with, where mails tell them of a new device. A name is one of some fifty: browser and system, without versions';
