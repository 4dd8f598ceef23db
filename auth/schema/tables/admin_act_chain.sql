-- Made from the migrations by `npm run generate`. Edit those, not this file. It is for reading: it is not run anywhere.

create table admin_act_chain (
  only_row boolean not null default true,
  "position" bigint not null,
  chain bytea not null,
  constraint admin_act_chain_pkey primary key (only_row),
  constraint admin_act_chain_only_row_check check (only_row)
);
comment on table admin_act_chain is 'The end of the chain';
