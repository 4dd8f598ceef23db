-- Made from the migrations by `npm run generate`. Edit those, not this file. It is for reading: it is not run anywhere.

create function fold_text(p_text text)
 returns text
 language sql
 immutable parallel safe
return lower(regexp_replace(normalize(p_text, nfkd), '[\u0300-\u036f]+'::text, ''::text, 'g'::text));
comment on function fold_text(text) is 'Without accents and case';
