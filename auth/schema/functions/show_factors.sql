-- Made from the migrations by `npm run generate`. Edit those, not this file. It is for reading: it is not run anywhere.

create function show_factors(p_user uuid)
 returns json
 language sql
 stable
 set search_path from current
 set "TimeZone" to 'UTC'
as $function$
  select json_agg(json_build_object(
           'id', id, 'created_at', created_at, 'updated_at', updated_at, 'status', status, 'friendly_name', friendly_name,
           'factor_type', factor_type, 'phone', phone, 'last_challenged_at', last_challenged_at
         ) order by created_at, id)
    from factors
   where user_id = p_user
$function$;
