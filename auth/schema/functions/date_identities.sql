-- Made from the migrations by `npm run generate`. Edit those, not this file. It is for reading: it is not run anywhere.

create function date_identities()
 returns trigger
 language plpgsql
 set search_path from current
as $function$
begin
  update identities set user_created_at = new.created_at where user_id = new.id;
  return null;
end $function$;
