create table devices (
  user_id uuid not null references users on delete cascade,
  name text not null,
  created_at timestamptz not null,
  primary key (user_id, name)
);
comment on table devices is 'What users have signed in with, where mails tell them of a new device. A name is one of some fifty: browser and system, without versions';
