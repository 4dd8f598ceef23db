-- Tokens that may do only what they are for, that end by themselves, and of which their owner sees when they were last used.
alter table api_tokens add column scopes text[];
comment on column api_tokens.scopes is 'What it may do, as accounts:read. Null: all that its scope says, as every token before scopes';
alter table api_tokens add column expires_at timestamptz;

create table api_token_uses (
  token_id integer primary key references api_tokens (id) on delete cascade,
  at timestamptz not null
);
comment on table api_token_uses is 'When a token was last used, to the minute. Apart from the tokens, which are read at every request and seldom written';
