-- Made from the migrations by `npm run generate`. Edit those, not this file. It is for reading: it is not run anywhere.

create table audit_log_entries (
  id uuid not null,
  payload json not null,
  ip_address text not null default ''::text,
  created_at timestamptz not null,
  number bigint default 
case
    when pg_current_xact_id() is not null then nextval('audit_log_entries_number_seq'::regclass)
    else null::bigint
end,
  constraint audit_log_entries_pkey primary key (id)
);
comment on column audit_log_entries.number is 'In the order in which entries were written. Its transaction has an id before it has the number, so that a reader can tell a number that nobody has from one that is yet to be committed';
create index audit_log_entries_action_idx on audit_log_entries ((payload ->> 'action'::text), created_at, id);
create index audit_log_entries_actor_idx on audit_log_entries (lower(payload ->> 'actor_username'::text));
create index audit_log_entries_created_at_idx on audit_log_entries (created_at, id);
create index audit_log_entries_number_idx on audit_log_entries using brin (number) with (pages_per_range='32', autosummarize='on');
