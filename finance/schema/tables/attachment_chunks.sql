-- Made from the migrations by `npm run generate`. Edit those, not this file. It is for reading: it is not run anywhere.

create table attachment_chunks (
  space_id bigint not null,
  file_id uuid not null,
  n integer not null,
  bytes bytea not null,
  constraint attachment_chunks_pkey primary key (space_id, file_id, n),
  constraint attachment_chunks_space_id_file_id_fkey foreign key (space_id, file_id) references attachment_files(space_id, id) on delete cascade
);
comment on table attachment_chunks is 'The bytes of files, 256 KB in a row';
