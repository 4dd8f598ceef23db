-- Made from the migrations by `npm run generate`. Edit those, not this file. It is for reading: it is not run anywhere.

create table api_token_uses (
  token_id integer not null,
  at timestamptz not null,
  constraint api_token_uses_pkey primary key (token_id),
  constraint api_token_uses_token_id_fkey foreign key (token_id) references api_tokens(id) on delete cascade
);
comment on table api_token_uses is 'When a token was last used, to the minute. Apart from the tokens, which are read at every request and seldom written';
