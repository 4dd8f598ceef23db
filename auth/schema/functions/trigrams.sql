-- Made from the migrations by `npm run generate`. Edit those, not this file. It is for reading: it is not run anywhere.

create function trigrams(words text)
 returns text[]
 language sql
 immutable parallel safe strict cost 1000
as $function$
  select array(select substr(words, place, 3) from generate_series(1, length(words) - 2) as place)
$function$;
comment on function trigrams(text) is 'Every run of three characters: a text that holds another one has all trigrams of it';
