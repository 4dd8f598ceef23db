-- Made from the migrations by `npm run generate`. Edit those, not this file. It is for reading: it is not run anywhere.

create table attachment_files (
  space_id bigint not null,
  id uuid not null,
  sha256 text,
  media_type text,
  size_bytes bigint not null,
  chunks integer not null default 0,
  created_at timestamptz not null,
  kept_until timestamptz not null,
  constraint attachment_files_pkey primary key (space_id, id),
  constraint attachment_files_sha256_key unique (space_id, sha256),
  constraint attachment_files_space_id_fkey foreign key (space_id) references spaces(space_id) on delete cascade
);
comment on table attachment_files is 'The files of a space, and those that are being received';
comment on column attachment_files.sha256 is 'Of the bytes. Null while they come, and once nothing refers to them any more';
comment on column attachment_files.size_bytes is 'While they come, as many as there may be: they count for the quota';
comment on column attachment_files.kept_until is 'Until then it stays though nothing refers to it: it is being received, or its removal may be undone';
