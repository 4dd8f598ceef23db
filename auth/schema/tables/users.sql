-- Made from the migrations by `npm run generate`. Edit those, not this file. It is for reading: it is not run anywhere.

create table users (
  id uuid not null,
  aud text not null,
  role text not null,
  email text,
  phone text,
  encrypted_password text,
  email_confirmed_at timestamptz,
  phone_confirmed_at timestamptz,
  confirmed_at timestamptz generated always as (least(email_confirmed_at, phone_confirmed_at)) stored,
  invited_at timestamptz,
  confirmation_sent_at timestamptz,
  recovery_sent_at timestamptz,
  email_change text,
  email_change_sent_at timestamptz,
  phone_change text,
  phone_change_sent_at timestamptz,
  reauthentication_sent_at timestamptz,
  last_sign_in_at timestamptz,
  raw_app_meta_data jsonb not null default '{}'::jsonb,
  raw_user_meta_data jsonb not null default '{}'::jsonb,
  is_anonymous boolean not null default false,
  banned_until timestamptz,
  deleted_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  shown_factors json,
  sso_email text,
  language text,
  constraint users_pkey primary key (id),
  constraint users_email_key unique (email),
  constraint users_phone_key unique (phone),
  constraint users_one_email check (email is null or sso_email is null)
);
comment on column users.email is 'Lower case. Null for users who have none';
comment on column users.phone is 'E.164 without the plus sign';
comment on column users.encrypted_password is 'A hash with its parameters. Null for users who have no password';
comment on column users.shown_factors is 'As answers show them, oldest first; null without any. Kept by a trigger of factors';
comment on column users.sso_email is 'The address of somebody who comes by single sign-on, as their provider gives it. Nobody is looked up by it: email is null then';
comment on column users.language is 'What the browser asked for that signed the user up. Mails are in it where the metadata names no locale';
create index users_created_at_idx on users (created_at, id);
create index users_email_change_idx on users (email_change) where email_change is not null;
create index users_listed_idx on users (created_at, id) where deleted_at is null;
create index users_phone_change_idx on users (phone_change) where phone_change is not null;
create index users_searched_idx on users using gin (trigrams(searched_text(email, raw_user_meta_data)));
create index users_sso_searched_idx on users using gin (trigrams(searched_text(sso_email, raw_user_meta_data))) where sso_email is not null;
