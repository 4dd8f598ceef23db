-- Who administrates besides owners, by keys too, and what they did.
create table api_keys (
  id uuid primary key,
  name text not null constraint api_keys_name_key unique,
  shown_start text not null,
  secret_hash bytea not null unique,
  old_secret_hash bytea unique,
  old_secret_until timestamptz,
  rights text[] not null,
  networks text[] not null,
  created_by uuid,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  last_used_at timestamptz,
  last_used_ip text
);
comment on table api_keys is 'Keys with which programs administrate this server';
comment on column api_keys.shown_start is 'The first characters of the key, by which people know it';
comment on column api_keys.secret_hash is 'SHA-256 of the key';
comment on column api_keys.old_secret_hash is 'After a rotation it is good too, for a while';
comment on column api_keys.rights is 'Each a resource and a verb, as in auth/grants/rights.ts';
comment on column api_keys.networks is 'Where it may be used. Empty: anywhere';
comment on column api_keys.created_by is 'Null: by an operator''s token or the command line';
comment on column api_keys.last_used_at is 'To the minute';

create table admin_acts (
  id uuid primary key,
  created_at timestamptz not null,
  entry json,
  details json,
  digest bytea not null,
  position bigint constraint admin_acts_position_key unique,
  chain bytea
);
comment on table admin_acts is 'What administrators did: append only, each entry chained to the one before';
comment on column admin_acts.entry is 'Null once it was kept long enough';
comment on column admin_acts.details is 'What may be personal: addresses, and values before and after. Null once the user is gone. The entry has its digest';
comment on column admin_acts.digest is 'SHA-256 of the entry';
comment on column admin_acts.chain is 'SHA-256 of the chain at the position before, followed by the digest';
create index admin_acts_actor_idx on admin_acts ((entry ->> 'actor_id'), position);
create index admin_acts_subject_idx on admin_acts ((entry ->> 'subject_id'), position);
create index admin_acts_action_idx on admin_acts ((entry ->> 'action'), position);

create table admin_act_chain (
  only_row boolean primary key default true check (only_row),
  position bigint not null,
  chain bytea not null
);
comment on table admin_act_chain is 'The end of the chain';
insert into admin_act_chain (position, chain) values (0, '');

create function chain_admin_act() returns trigger
language plpgsql
set search_path from current
as $$
declare
  tail admin_act_chain;
begin
  update admin_act_chain set position = position + 1, chain = sha256(chain || new.digest) returning * into tail;
  update admin_acts set position = tail.position, chain = tail.chain where id = new.id;
  return null;
end $$;
comment on function chain_admin_act() is 'Runs right before the commit, so that the end of the chain is locked for no longer than that';

create constraint trigger admin_acts_chained after insert on admin_acts deferrable initially deferred
  for each row when (new.chain is null) execute function chain_admin_act();

create function keep_admin_act() returns trigger
language plpgsql
set search_path from current
as $$
begin
  if tg_op = 'UPDATE' then
    if (new.id, new.created_at, new.digest) = (old.id, old.created_at, old.digest)
       and (old.chain is null or (new.chain, new.position) = (old.chain, old.position))
       and (new.entry is null or new.entry::text = old.entry::text)
       and (new.details is null or new.details::text = old.details::text) then
      return new;
    end if;
  end if;
  raise exception 'What administrators did cannot be changed or deleted. Only its text can be forgotten.';
end $$;

create trigger admin_acts_kept before update or delete on admin_acts for each row execute function keep_admin_act();
create trigger admin_acts_not_emptied before truncate on admin_acts execute function keep_admin_act();
