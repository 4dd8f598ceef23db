-- Made from the migrations by `npm run generate`. Edit those, not this file. It is for reading: it is not run anywhere.

create function fold_words(p_text text)
 returns text
 language sql
 immutable parallel safe
return regexp_replace(btrim(regexp_replace(fold_text(p_text), '[\u0001-/:-@\[-`{-\u00bf\u2000-\u206f]+'::text, ' '::text, 'g'::text)), '([^ ]{40})[^ ]+'::text, '\1'::text, 'g'::text);
comment on function fold_words(text) is 'The words of a text, each with a space after it, long ones cut';
