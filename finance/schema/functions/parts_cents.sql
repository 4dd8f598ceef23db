-- Made from the migrations by `npm run generate`. Edit those, not this file. It is for reading: it is not run anywhere.

create function parts_cents(p_parts jsonb)
 returns bigint
 language sql
 immutable parallel safe
return (select (sum(((part.value ->> 'amount_cents'::text))::bigint))::bigint as sum from jsonb_array_elements(parts_cents.p_parts) part(value));
comment on function parts_cents(jsonb) is 'What the parts sum to';
