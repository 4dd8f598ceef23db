alter table outbox add column user_id uuid;
comment on column outbox.user_id is 'Whom it is about, for a hook that sends it; null where it is about nobody who has an account';
