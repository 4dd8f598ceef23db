-- Made from the migrations by `npm run generate`. Edit those, not this file. It is for reading: it is not run anywhere.

create function chain_admin_act()
 returns trigger
 language plpgsql
 set search_path from current
as $function$
declare
  tail admin_act_chain;
begin
  update admin_act_chain set position = position + 1, chain = sha256(chain || new.digest) returning * into tail;
  update admin_acts set position = tail.position, chain = tail.chain where id = new.id;
  return null;
end $function$;
comment on function chain_admin_act() is 'Runs right before the commit, so that the end of the chain is locked for no longer than that';
