-- Made from the migrations by `npm run generate`. Edit those, not this file. It is for reading: it is not run anywhere.

create function parts_text(p_parts jsonb)
 returns text
 language sql
 immutable parallel safe
return (select coalesce(string_agg((listed.part ->> 'description'::text), ' '::text order by listed.n), ''::text) as "coalesce" from jsonb_array_elements(parts_text.p_parts) with ordinality listed(part, n));
comment on function parts_text(jsonb) is 'The descriptions of the parts, for searches';
