-- Made from the migrations by `npm run generate`. Edit those, not this file. It is for reading: it is not run anywhere.

create function user_text(email text, user_meta_data jsonb)
 returns text
 language sql
 immutable parallel safe
as $function$
  select lower(coalesce(email, '') || ' ' || coalesce(left(user_meta_data ->> 'full_name', 255), '') || ' '
               || coalesce(left(user_meta_data ->> 'name', 255), ''))
$function$;
comment on function user_text(text,jsonb) is 'Address and name, for searches';
