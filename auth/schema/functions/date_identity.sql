-- Made from the migrations by `npm run generate`. Edit those, not this file. It is for reading: it is not run anywhere.

create function date_identity()
 returns trigger
 language plpgsql
 set search_path from current
as $function$
begin
  new.user_created_at := (select created_at from users where id = new.user_id);
  return new;
end $function$;
