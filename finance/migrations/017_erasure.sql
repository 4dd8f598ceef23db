alter table users add column erasing_at timestamptz;
comment on column users.erasing_at is 'Since when what is theirs is being erased. They are gone at auth, and no job looks at their space any more';
