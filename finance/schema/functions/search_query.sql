-- Made from the migrations by `npm run generate`. Edit those, not this file. It is for reading: it is not run anywhere.

create function search_query(p_space bigint, p_words text)
 returns tsquery
 language sql
 immutable parallel safe
return (((((''''::text || (p_space)::text) || ':'::text) || replace(nullif(fold_words(p_words), ''::text), ' '::text, ((''':* & '''::text || (p_space)::text) || ':'::text))) || ''':*'::text))::tsquery;
comment on function search_query(bigint,text) is 'For search_terms: every word begins one of the row''s. Null where there is none, which no row has';
