-- Made from the migrations by `npm run generate`. Edit those, not this file. It is for reading: it is not run anywhere.

create function distribute_function(p_function regprocedure)
 returns void
 language plpgsql
 set search_path from current
as $function$
begin
  if exists (select from pg_extension where extname = 'citus') then
    if exists (select from pg_dist_partition where logicalrelid = 'spaces'::regclass) then
      perform create_distributed_function(p_function, 'p_space', colocate_with => 'spaces');
    end if;
  end if;
end $function$;
comment on function distribute_function(regprocedure) is 'Calls of the function are handed to the machine that has the space, its argument p_space';
