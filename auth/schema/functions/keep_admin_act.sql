-- Made from the migrations by `npm run generate`. Edit those, not this file. It is for reading: it is not run anywhere.

create function keep_admin_act()
 returns trigger
 language plpgsql
 set search_path from current
as $function$
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
end $function$;
