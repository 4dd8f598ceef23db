-- Made from the migrations by `npm run generate`. Edit those, not this file. It is for reading: it is not run anywhere.

create function searched_text(email text, user_meta_data jsonb)
 returns text
 language sql
 immutable parallel safe
as $function$
  select lower(coalesce(email, '') || chr(10) || coalesce(left(user_meta_data ->> 'full_name', 255), ''))
$function$;
comment on function searched_text(text,jsonb) is 'What a search among users looks at: address and name, a line each';
