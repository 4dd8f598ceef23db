-- Made from the migrations by `npm run generate`. Edit those, not this file. It is for reading: it is not run anywhere.

create function user_words(searched text)
 returns tsvector
 language sql
 immutable parallel safe strict cost 1000
as $function$
  select array_to_tsvector(array_remove(string_to_array(
           translate(searched, '@.,;:-_+''"()' || chr(9) || chr(10) || chr(13), repeat(' ', 15)), ' '), ''))
$function$;
comment on function user_words(text) is 'The words of a text, in lower case already';
