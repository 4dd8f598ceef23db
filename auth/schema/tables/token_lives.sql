-- Made from the migrations by `npm run generate`. Edit those, not this file. It is for reading: it is not run anywhere.

create table token_lives (
  seconds bigint not null,
  counts_until timestamptz,
  constraint token_lives_pkey primary key (seconds)
);
comment on table token_lives is 'Every JWT_EXP that a replica was started with: no access token of a user may live longer than the longest';
comment on column token_lives.counts_until is 'Null: for good';
