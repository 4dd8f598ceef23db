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
  has_factor boolean not null default false,
  constraint users_pkey primary key (id),
  constraint users_email_key unique (email),
  constraint users_phone_key unique (phone),
  constraint users_one_email check (email is null or sso_email is null)
) with (fillfactor = 85);
comment on column users.email is 'Lower case. Null for users who have none';
comment on column users.phone is 'E.164 without the plus sign';
comment on column users.encrypted_password is 'A hash with its parameters. Null for users who have no password';
comment on column users.shown_factors is 'As answers show them, oldest first; null without any. Kept by a trigger of factors';
comment on column users.sso_email is 'The address of somebody who comes by single sign-on, as their provider gives it. Nobody is looked up by it: email is null then';
comment on column users.language is 'What the browser asked for that signed the user up. Mails are in it where the metadata names no locale';
comment on column users.has_factor is 'Whether a second factor is verified. Kept by a trigger of factors';
create index users_address_idx on users (coalesce(email, sso_email, chr(127)) collate "C", id);
create index users_banned_idx on users (created_at, id) where banned_until is not null and deleted_at is null;
create index users_contents_idx on users using gin (user_words(user_text(coalesce(email, sso_email), raw_user_meta_data)), raw_user_meta_data jsonb_path_ops, raw_app_meta_data jsonb_path_ops);
create index users_created_at_idx on users (created_at, id);
create index users_email_change_idx on users (email_change) where email_change is not null;
create index users_factor_idx on users (has_factor, created_at, id) where deleted_at is null;
create index users_listed_idx on users (created_at, id) where deleted_at is null;
create index users_phone_change_idx on users (phone_change) where phone_change is not null;
create index users_phone_end_idx on users (reverse(phone) text_pattern_ops) where phone is not null;
create index users_searched_idx on users using gin (trigrams(searched_text(email, raw_user_meta_data)));
create index users_sso_searched_idx on users using gin (trigrams(searched_text(sso_email, raw_user_meta_data))) where sso_email is not null;
create index users_state_idx on users (user_state(deleted_at, is_anonymous, sso_email, confirmed_at), created_at, id);

create trigger users_identities_dated after update of created_at on users for each row when (old.created_at <> new.created_at) execute function date_identities();

create trigger users_last_sign_in after update of last_sign_in_at, deleted_at, created_at on users for each row when (old.last_sign_in_at is distinct from new.last_sign_in_at or old.deleted_at is distinct from new.deleted_at or old.created_at <> new.created_at) execute function keep_last_sign_in();

create trigger users_last_sign_in_new after insert on users for each row execute function keep_last_sign_in();
