-- Made from the migrations by `npm run generate`. Edit those, not this file. It is for reading: it is not run anywhere.

create table category_memory (
  space_id bigint not null,
  id integer not null,
  merchant text not null,
  is_income boolean not null,
  category_id integer not null,
  hits integer not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  constraint category_memory_pkey primary key (space_id, id),
  constraint category_memory_merchant_key unique (space_id, merchant, is_income),
  constraint category_memory_space_id_fkey foreign key (space_id) references spaces(space_id) on delete cascade
);
comment on table category_memory is 'Which category the user gives to what comes from whom';
