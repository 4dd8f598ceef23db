-- Made from the migrations by `npm run generate`. Edit those, not this file. It is for reading: it is not run anywhere.

create table operator_tokens (
  role text not null,
  holder text not null,
  issued_at timestamptz not null,
  expires_at timestamptz not null,
  last_used_at timestamptz not null,
  constraint operator_tokens_pkey primary key (role, holder, issued_at, expires_at)
);
comment on table operator_tokens is 'JWTs of operators that live for more than a day, as they are used: nothing else tells how old one is';
comment on column operator_tokens.holder is 'The claim sub; empty where there is none';
comment on column operator_tokens.issued_at is 'The claim iat; -infinity where there is none';
comment on column operator_tokens.expires_at is 'The claim exp; infinity where there is none';
comment on column operator_tokens.last_used_at is 'To the hour';
