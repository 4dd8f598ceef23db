-- Made from the migrations by `npm run generate`. Edit those, not this file. It is for reading: it is not run anywhere.

create function tag_terms(p_space bigint, p_tags text[])
 returns text[]
 language plpgsql
 immutable parallel safe
as $function$
begin
  return string_to_array(p_space::text || '#' || array_to_string(p_tags, chr(1) || p_space::text || '#'), chr(1));
end $function$;
comment on function tag_terms(bigint,text[]) is 'For search_terms. Not put into statements: the server does not know that texts are always joined in the same way';
