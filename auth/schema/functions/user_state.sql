-- Made from the migrations by `npm run generate`. Edit those, not this file. It is for reading: it is not run anywhere.

create function user_state(deleted_at timestamp with time zone, is_anonymous boolean, sso_email text, confirmed_at timestamp with time zone)
 returns text
 language sql
 immutable parallel safe
as $function$
  select case when deleted_at is not null then 'deleted' when is_anonymous then 'anonymous' when sso_email is not null then 'sso'
              when confirmed_at is not null then 'confirmed' else 'unconfirmed' end
$function$;
comment on function user_state(timestamp with time zone,boolean,text,timestamp with time zone) is 'What a user is, beside being banned, which ends by itself';
