-- Made from the migrations by `npm run generate`. Edit those, not this file. It is for reading: it is not run anywhere.

create function keep_shown_factors()
 returns trigger
 language plpgsql
 set search_path from current
as $function$
declare
  owner uuid := coalesce(new.user_id, old.user_id);
begin
  update users
     set shown_factors = show_factors(id),
         has_factor = exists (select from factors where factors.user_id = owner and status = 'verified')
   where id = owner;
  return null;
end $function$;
