-- Made from the migrations by `npm run generate`. Edit those, not this file. It is for reading: it is not run anywhere.

create table settings_versions (
  version integer not null,
  base integer not null,
  document jsonb not null,
  changes jsonb not null,
  author jsonb not null,
  reason text,
  undoes integer,
  created_at timestamptz not null,
  confirm_before timestamptz,
  constraint settings_versions_pkey primary key (version),
  constraint settings_versions_version_check check (version > 0)
);
comment on table settings_versions is 'What is set beside the environment. The newest version that is confirmed, or may still be, counts';
comment on column settings_versions.base is 'The version that counted before; 0 where nothing was stored';
comment on column settings_versions.document is 'All that is stored: {"value": text} or {"sealed": base64} by name';
comment on column settings_versions.changes is 'Values before and after by name; secrets are hidden';
comment on column settings_versions.author is 'Who changed it, as entries of admin_acts name them';
comment on column settings_versions.undoes is 'The version whose changes this one takes back';
comment on column settings_versions.confirm_before is 'Unless it is confirmed by then, by the clock of the database, it counts no more. Null: it is confirmed';
