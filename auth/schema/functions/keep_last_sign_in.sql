-- Made from the migrations by `npm run generate`. Edit those, not this file. It is for reading: it is not run anywhere.

create function keep_last_sign_in()
 returns trigger
 language plpgsql
 set search_path from current
as $function$
begin
  if new.deleted_at is not null then
    delete from last_sign_ins where user_id = new.id;
    return null;
  end if;
  if tg_op = 'UPDATE' then
    update last_sign_ins set created_at = new.created_at, signed_in_at = coalesce(new.last_sign_in_at, '-infinity') where user_id = new.id;
    if found then
      return null;
    end if;
  end if;
  insert into last_sign_ins (user_id, created_at, signed_in_at) values (new.id, new.created_at, coalesce(new.last_sign_in_at, '-infinity'));
  return null;
end $function$;
