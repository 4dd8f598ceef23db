-- What answers show of a user's second factors stands on the user's row, where reading it costs the most frequent statements nothing. A
-- trigger keeps it, so that nothing that writes a factor can forget to. Whoever does has locked the user before.
alter table users add column shown_factors json;
comment on column users.shown_factors is 'As answers show them, oldest first; null without any. Kept by a trigger of factors';

create function show_factors(p_user uuid) returns json
language sql stable
set search_path from current
set timezone = 'UTC'
as $$
  select json_agg(json_build_object(
           'id', id, 'created_at', created_at, 'updated_at', updated_at, 'status', status, 'friendly_name', friendly_name,
           'factor_type', factor_type, 'phone', phone, 'last_challenged_at', last_challenged_at
         ) order by created_at, id)
    from factors
   where user_id = p_user
$$;

create function keep_shown_factors() returns trigger
language plpgsql
set search_path from current
as $$
begin
  update users set shown_factors = show_factors(id) where id = coalesce(new.user_id, old.user_id);
  return null;
end $$;

create trigger factors_shown after insert or update or delete on factors for each row execute function keep_shown_factors();

update users set shown_factors = show_factors(id) where id in (select user_id from factors);
