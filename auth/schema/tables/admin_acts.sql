-- Made from the migrations by `npm run generate`. Edit those, not this file. It is for reading: it is not run anywhere.

create table admin_acts (
  id uuid not null,
  created_at timestamptz not null,
  entry json,
  details json,
  digest bytea not null,
  "position" bigint,
  chain bytea,
  constraint admin_acts_pkey primary key (id),
  constraint admin_acts_position_key unique ("position")
);
comment on table admin_acts is 'What administrators did: append only, each entry chained to the one before';
comment on column admin_acts.entry is 'Null once it was kept long enough';
comment on column admin_acts.details is 'What may be personal: addresses, and values before and after. Null once the user is gone. The entry has its digest';
comment on column admin_acts.digest is 'SHA-256 of the entry';
comment on column admin_acts.chain is 'SHA-256 of the chain at the position before, followed by the digest';
create index admin_acts_action_idx on admin_acts ((entry ->> 'action'::text), "position");
create index admin_acts_actor_idx on admin_acts ((entry ->> 'actor_id'::text), "position");
create index admin_acts_address_idx on admin_acts ((entry ->> 'ip_address'::text), "position");
create index admin_acts_created_at_idx on admin_acts (created_at);
create index admin_acts_request_idx on admin_acts ((entry ->> 'request_id'::text), "position");
create index admin_acts_subject_idx on admin_acts ((entry ->> 'subject_id'::text), "position");

create constraint trigger admin_acts_chained after insert on admin_acts deferrable initially deferred for each row when (new.chain is null) execute function chain_admin_act();

create trigger admin_acts_kept before delete or update on admin_acts for each row execute function keep_admin_act();

create trigger admin_acts_not_emptied before truncate on admin_acts for each statement execute function keep_admin_act();
