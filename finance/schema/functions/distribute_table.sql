-- Made from the migrations by `npm run generate`. Edit those, not this file. It is for reading: it is not run anywhere.

create function distribute_table(p_table regclass)
 returns void
 language plpgsql
 set search_path from current
as $function$
begin
  if not exists (select from pg_extension where extname = 'citus') then
    return;
  end if;
  -- Tables that refer to each other are changed in one transaction, which must not use several connections to a machine.
  perform set_config('citus.multi_shard_modify_mode', 'sequential', true);
  if p_table = 'spaces'::regclass then
    perform create_distributed_table('spaces', 'space_id');
  elsif exists (select from pg_dist_partition where logicalrelid = 'spaces'::regclass) then
    perform create_distributed_table(p_table, 'space_id', colocate_with => 'spaces');
  else
    return;
  end if;
  perform truncate_local_data_after_distributing_table(p_table);
end $function$;
comment on function distribute_table(regclass) is 'A new table of spaces is made without foreign keys, distributed by this, and given its foreign keys then';
