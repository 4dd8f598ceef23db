-- Made from the migrations by `npm run generate`. Edit those, not this file. It is for reading: it is not run anywhere.

create function keep_shown_factors()
 returns trigger
 language plpgsql
 set search_path from current
as $function$
begin
  update users set shown_factors = show_factors(id) where id = coalesce(new.user_id, old.user_id);
  return null;
end $function$;
