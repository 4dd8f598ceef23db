-- Made from the migrations by `npm run generate`. Edit those, not this file. It is for reading: it is not run anywhere.

create function parts_tags(p_parts jsonb)
 returns text[]
 language sql
 immutable parallel safe
return (select coalesce(array_agg(name.value order by listed.n), '{}'::text[]) as "coalesce" from (jsonb_array_elements(parts_tags.p_parts) with ordinality listed(part, n) cross join lateral jsonb_array_elements_text((listed.part -> 'tags'::text)) name(value)));
comment on function parts_tags(jsonb) is 'The tags of the parts';
