alter table users add column language text;
comment on column users.language is 'What the browser asked for that signed the user up. Mails are in it where the metadata names no locale';
