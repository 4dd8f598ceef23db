create index users_email_change_idx on users (email_change) where email_change is not null;
create index users_phone_change_idx on users (phone_change) where phone_change is not null;
