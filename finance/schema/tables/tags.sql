-- Made from the migrations by `npm run generate`. Edit those, not this file. It is for reading: it is not run anywhere.

create table tags (
  space_id bigint not null,
  name text not null,
  uses integer not null,
  constraint tags_pkey primary key (space_id, name),
  constraint tags_space_id_fkey foreign key (space_id) references spaces(space_id) on delete cascade
);
