-- Made from the migrations by `npm run generate`. Edit those, not this file. It is for reading: it is not run anywhere.

create function search_terms(p_space bigint, p_description text, p_notes text, p_tags text[])
 returns tsvector
 language sql
 immutable parallel safe
return array_to_tsvector(array_remove((string_to_array((((p_space)::text || ':'::text) || replace(fold_words(((p_description || ' '::text) || coalesce(p_notes, ''::text))), ' '::text, ((' '::text || (p_space)::text) || ':'::text))), ' '::text) || case when (p_tags = '{}'::text[]) then '{}'::text[] else tag_terms(p_space, p_tags) end), ''::text));
comment on function search_terms(bigint,text,text,text[]) is 'Words and tags of a row. Each carries the space, so that the index of them all is read for one space only';
