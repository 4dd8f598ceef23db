-- Receipts: files of transactions. Which files a transaction has is a column of its row, as its parts are; their bytes are here, each file once
-- in a space, in pieces, so that backups, replicas and erasure hold for them as for the rest.

alter table transactions add column attachments jsonb;
comment on column transactions.attachments is 'Its files, the oldest first: id (SHA-256 of the bytes), name, type, size_bytes and created_at of each. Null: it has none';
create index transactions_attachments_idx on transactions (space_id, id) where attachments is not null;

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
  constraint attachment_files_sha256_key unique (space_id, sha256)
);
comment on table attachment_files is 'The files of a space, and those that are being received';
comment on column attachment_files.sha256 is 'Of the bytes. Null while they come, and once nothing refers to them any more';
comment on column attachment_files.size_bytes is 'While they come, as many as there may be: they count for the quota';
comment on column attachment_files.kept_until is 'Until then it stays though nothing refers to it: it is being received, or its removal may be undone';
select distribute_table('attachment_files');
alter table attachment_files add constraint attachment_files_space_id_fkey foreign key (space_id) references spaces (space_id) on delete cascade;

create table attachment_chunks (
  space_id bigint not null,
  file_id uuid not null,
  n integer not null,
  bytes bytea not null,
  constraint attachment_chunks_pkey primary key (space_id, file_id, n)
);
comment on table attachment_chunks is 'The bytes of files, 256 KB in a row';
-- Images are packed already.
alter table attachment_chunks alter column bytes set storage external;
select distribute_table('attachment_chunks');
alter table attachment_chunks add constraint attachment_chunks_space_id_file_id_fkey
  foreign key (space_id, file_id) references attachment_files (space_id, id) on delete cascade;
