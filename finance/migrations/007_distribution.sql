-- Where the tables are spread over the machines of a Citus cluster (`cofre distribute`), a table or a function that a later migration
-- makes has to be as well. On any other database these two do nothing.

create function distribute_table(p_table regclass) returns void
language plpgsql
set search_path from current
as $$
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
end $$;
comment on function distribute_table is 'A new table of spaces is made without foreign keys, distributed by this, and given its foreign keys then';

create function distribute_function(p_function regprocedure) returns void
language plpgsql
set search_path from current
as $$
begin
  if exists (select from pg_extension where extname = 'citus') then
    if exists (select from pg_dist_partition where logicalrelid = 'spaces'::regclass) then
      perform create_distributed_function(p_function, 'p_space', colocate_with => 'spaces');
    end if;
  end if;
end $$;
comment on function distribute_function is 'Calls of the function are handed to the machine that has the space, its argument p_space';
