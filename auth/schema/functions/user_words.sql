-- Made from the migrations by `npm run generate`. Edit those, not this file. It is for reading: it is not run anywhere.

create function user_words(email text, user_meta_data jsonb)
 returns tsvector
 language sql
 immutable parallel safe
as $function$
  select array_to_tsvector(array_remove(string_to_array(translate(lower(
           coalesce(email, '') || ' ' || coalesce(left(user_meta_data ->> 'full_name', 255), '') || ' '
             || coalesce(left(user_meta_data ->> 'name', 255), '')),
           '@.,;:-_+''"()' || chr(9) || chr(10) || chr(13), repeat(' ', 15)), ' '), ''))
$function$;
comment on function user_words(text,jsonb) is 'The words of address and name, for searches';
