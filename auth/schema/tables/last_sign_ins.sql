-- Made from the migrations by `npm run generate`. Edit those, not this file. It is for reading: it is not run anywhere.

create table last_sign_ins (
  user_id uuid not null,
  created_at timestamptz not null,
  signed_in_at timestamptz not null,
  constraint last_sign_ins_pkey primary key (user_id),
  constraint last_sign_ins_user_id_fkey foreign key (user_id) references users(id) on delete cascade
);
comment on table last_sign_ins is 'When users who are not deleted signed in last, for lists. Kept by triggers of users';
comment on column last_sign_ins.created_at is 'Of the user';
comment on column last_sign_ins.signed_in_at is '-infinity: never';
create index last_sign_ins_at_idx on last_sign_ins (signed_in_at, user_id);
create index last_sign_ins_month_idx on last_sign_ins (date_trunc('month'::text, (signed_in_at at time zone 'UTC'::text)), created_at, user_id, signed_in_at);
