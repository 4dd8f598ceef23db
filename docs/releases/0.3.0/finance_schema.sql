-- Made from the migrations by `npm run generate`. Edit those, not this file. It is for reading: it is not run anywhere.

create function add_sums_b7d17d8874f2(p_space bigint, p_sign integer, p_ids bigint[])
 returns void
 language plpgsql
 set search_path from current
as $function$
begin
  insert into account_months as sums (space_id, account_id, month, paid_earnings, paid_expenses, paid_moved_in, paid_moved_out,
                                      unpaid_earnings, unpaid_expenses, unpaid_moved_in, unpaid_moved_out)
  select space_id, account_id, date - (extract(day from date)::integer - 1),
         p_sign * coalesce(sum(amount_cents) filter (where paid and not neutral and amount_cents > 0), 0),
         p_sign * coalesce(sum(amount_cents) filter (where paid and not neutral and amount_cents < 0), 0),
         p_sign * coalesce(sum(amount_cents) filter (where paid and neutral and amount_cents > 0), 0),
         p_sign * coalesce(sum(amount_cents) filter (where paid and neutral and amount_cents < 0), 0),
         p_sign * coalesce(sum(amount_cents) filter (where not paid and not neutral and amount_cents > 0), 0),
         p_sign * coalesce(sum(amount_cents) filter (where not paid and not neutral and amount_cents < 0), 0),
         p_sign * coalesce(sum(amount_cents) filter (where not paid and neutral and amount_cents > 0), 0),
         p_sign * coalesce(sum(amount_cents) filter (where not paid and neutral and amount_cents < 0), 0)
    from (select *, oposite_transaction_id is not null or paid_credit_card_id is not null as neutral
            from transactions
           where space_id = p_space and id = any(p_ids) and account_id is not null) as rows
   group by 1, 2, 3
  on conflict (space_id, account_id, month) do update
     set paid_earnings = sums.paid_earnings + excluded.paid_earnings, paid_expenses = sums.paid_expenses + excluded.paid_expenses,
         paid_moved_in = sums.paid_moved_in + excluded.paid_moved_in, paid_moved_out = sums.paid_moved_out + excluded.paid_moved_out,
         unpaid_earnings = sums.unpaid_earnings + excluded.unpaid_earnings,
         unpaid_expenses = sums.unpaid_expenses + excluded.unpaid_expenses,
         unpaid_moved_in = sums.unpaid_moved_in + excluded.unpaid_moved_in,
         unpaid_moved_out = sums.unpaid_moved_out + excluded.unpaid_moved_out;

  insert into account_years as sums (space_id, account_id, year, paid_cents, unpaid_cents)
  select space_id, account_id, extract(year from date)::integer, p_sign * coalesce(sum(amount_cents) filter (where paid), 0),
         p_sign * coalesce(sum(amount_cents) filter (where not paid), 0)
    from transactions
   where space_id = p_space and id = any(p_ids) and account_id is not null
   group by 1, 2, 3
  on conflict (space_id, account_id, year) do update
     set paid_cents = sums.paid_cents + excluded.paid_cents, unpaid_cents = sums.unpaid_cents + excluded.unpaid_cents;

  insert into category_months as sums (space_id, category_id, month, paid_cents, unpaid_cents)
  select space_id, category_id, date - (extract(day from date)::integer - 1),
         p_sign * coalesce(sum(amount_cents) filter (where paid), 0), p_sign * coalesce(sum(amount_cents) filter (where not paid), 0)
    from transactions
   where space_id = p_space and id = any(p_ids) and oposite_transaction_id is null and paid_credit_card_id is null
   group by 1, 2, 3
  on conflict (space_id, category_id, month) do update
     set paid_cents = sums.paid_cents + excluded.paid_cents, unpaid_cents = sums.unpaid_cents + excluded.unpaid_cents;

  insert into card_invoices as sums (space_id, credit_card_id, invoice, amount_cents, payment_cents, payments)
  select space_id, credit_card_id, credit_card_invoice_id, p_sign * sum(amount_cents), 0, 0
    from transactions
   where space_id = p_space and id = any(p_ids) and credit_card_id is not null
   group by 1, 2, 3
  on conflict (space_id, credit_card_id, invoice) do update set amount_cents = sums.amount_cents + excluded.amount_cents;

  insert into card_invoices as sums (space_id, credit_card_id, invoice, amount_cents, payment_cents, payments)
  select space_id, paid_credit_card_id, paid_credit_card_invoice_id, 0, p_sign * sum(amount_cents), p_sign * count(*)
    from transactions
   where space_id = p_space and id = any(p_ids) and paid_credit_card_id is not null and paid
   group by 1, 2, 3
  on conflict (space_id, credit_card_id, invoice) do update
     set payment_cents = sums.payment_cents + excluded.payment_cents, payments = sums.payments + excluded.payments;

  insert into tags as sums (space_id, name, uses)
  select space_id, name, p_sign * count(*)
    from transactions
   cross join unnest(tags) as name
   where space_id = p_space and id = any(p_ids)
   group by 1, 2
  on conflict (space_id, name) do update set uses = sums.uses + excluded.uses;

  update spaces
     set turnover_cents = turnover_cents + p_sign * rows.cents
    from (select coalesce(sum(abs(amount_cents)), 0) as cents from transactions where space_id = p_space and id = any(p_ids)) as rows
   where spaces.space_id = p_space;
end $function$;

-- Made from the migrations by `npm run generate`. Edit those, not this file. It is for reading: it is not run anywhere.

create function add_sums_1(p_space bigint, p_sign integer, p_ids bigint[])
 returns void
 language plpgsql
 set search_path from current
as $function$
begin
  insert into account_months as sums (space_id, account_id, month, paid_earnings, paid_expenses, paid_moved_in, paid_moved_out,
                                      unpaid_earnings, unpaid_expenses, unpaid_moved_in, unpaid_moved_out)
  select space_id, account_id, date - (extract(day from date)::integer - 1),
         p_sign * coalesce(sum(amount_cents) filter (where paid and not neutral and amount_cents > 0), 0),
         p_sign * coalesce(sum(amount_cents) filter (where paid and not neutral and amount_cents < 0), 0),
         p_sign * coalesce(sum(amount_cents) filter (where paid and neutral and amount_cents > 0), 0),
         p_sign * coalesce(sum(amount_cents) filter (where paid and neutral and amount_cents < 0), 0),
         p_sign * coalesce(sum(amount_cents) filter (where not paid and not neutral and amount_cents > 0), 0),
         p_sign * coalesce(sum(amount_cents) filter (where not paid and not neutral and amount_cents < 0), 0),
         p_sign * coalesce(sum(amount_cents) filter (where not paid and neutral and amount_cents > 0), 0),
         p_sign * coalesce(sum(amount_cents) filter (where not paid and neutral and amount_cents < 0), 0)
    from (select *, oposite_transaction_id is not null or paid_credit_card_id is not null as neutral
            from transactions
           where space_id = p_space and id = any(p_ids) and account_id is not null) as rows
   group by 1, 2, 3
  on conflict (space_id, account_id, month) do update
     set paid_earnings = sums.paid_earnings + excluded.paid_earnings, paid_expenses = sums.paid_expenses + excluded.paid_expenses,
         paid_moved_in = sums.paid_moved_in + excluded.paid_moved_in, paid_moved_out = sums.paid_moved_out + excluded.paid_moved_out,
         unpaid_earnings = sums.unpaid_earnings + excluded.unpaid_earnings,
         unpaid_expenses = sums.unpaid_expenses + excluded.unpaid_expenses,
         unpaid_moved_in = sums.unpaid_moved_in + excluded.unpaid_moved_in,
         unpaid_moved_out = sums.unpaid_moved_out + excluded.unpaid_moved_out;

  insert into account_years as sums (space_id, account_id, year, paid_cents, unpaid_cents)
  select space_id, account_id, extract(year from date)::integer, p_sign * coalesce(sum(amount_cents) filter (where paid), 0),
         p_sign * coalesce(sum(amount_cents) filter (where not paid), 0)
    from transactions
   where space_id = p_space and id = any(p_ids) and account_id is not null
   group by 1, 2, 3
  on conflict (space_id, account_id, year) do update
     set paid_cents = sums.paid_cents + excluded.paid_cents, unpaid_cents = sums.unpaid_cents + excluded.unpaid_cents;

  insert into category_months as sums (space_id, category_id, month, paid_cents, unpaid_cents)
  select space_id, category_id, date - (extract(day from date)::integer - 1),
         p_sign * coalesce(sum(amount_cents) filter (where paid), 0), p_sign * coalesce(sum(amount_cents) filter (where not paid), 0)
    from transactions
   where space_id = p_space and id = any(p_ids) and oposite_transaction_id is null and paid_credit_card_id is null
   group by 1, 2, 3
  on conflict (space_id, category_id, month) do update
     set paid_cents = sums.paid_cents + excluded.paid_cents, unpaid_cents = sums.unpaid_cents + excluded.unpaid_cents;

  insert into card_invoices as sums (space_id, credit_card_id, invoice, amount_cents, payment_cents, payments)
  select space_id, credit_card_id, credit_card_invoice_id, p_sign * sum(amount_cents), 0, 0
    from transactions
   where space_id = p_space and id = any(p_ids) and credit_card_id is not null
   group by 1, 2, 3
  on conflict (space_id, credit_card_id, invoice) do update set amount_cents = sums.amount_cents + excluded.amount_cents;

  insert into card_invoices as sums (space_id, credit_card_id, invoice, amount_cents, payment_cents, payments)
  select space_id, paid_credit_card_id, paid_credit_card_invoice_id, 0, p_sign * sum(amount_cents), p_sign * count(*)
    from transactions
   where space_id = p_space and id = any(p_ids) and paid_credit_card_id is not null and paid
   group by 1, 2, 3
  on conflict (space_id, credit_card_id, invoice) do update
     set payment_cents = sums.payment_cents + excluded.payment_cents, payments = sums.payments + excluded.payments;

  insert into tags as sums (space_id, name, uses)
  select space_id, name, p_sign * count(*)
    from transactions
   cross join unnest(tags) as name
   where space_id = p_space and id = any(p_ids)
   group by 1, 2
  on conflict (space_id, name) do update set uses = sums.uses + excluded.uses;

  update spaces
     set turnover_cents = turnover_cents + p_sign * rows.cents
    from (select coalesce(sum(abs(amount_cents)), 0) as cents from transactions where space_id = p_space and id = any(p_ids)) as rows
   where spaces.space_id = p_space;
end $function$;

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

-- Made from the migrations by `npm run generate`. Edit those, not this file. It is for reading: it is not run anywhere.

create function fold_text(p_text text)
 returns text
 language sql
 immutable parallel safe
return lower(regexp_replace(normalize(p_text, nfkd), '[\u0300-\u036f]+'::text, ''::text, 'g'::text));
comment on function fold_text(text) is 'Without accents and case';

-- Made from the migrations by `npm run generate`. Edit those, not this file. It is for reading: it is not run anywhere.

create function fold_words(p_text text)
 returns text
 language sql
 immutable parallel safe
return regexp_replace(btrim(regexp_replace(fold_text(p_text), '[\u0001-/:-@\[-`{-\u00bf\u2000-\u206f]+'::text, ' '::text, 'g'::text)), '([^ ]{40})[^ ]+'::text, '\1'::text, 'g'::text);
comment on function fold_words(text) is 'The words of a text, each with a space after it, long ones cut';

-- Made from the migrations by `npm run generate`. Edit those, not this file. It is for reading: it is not run anywhere.

create function post_3029621b7c9b(p_space bigint, p_version bigint, p_post uuid, p_user integer, p_token integer, p_request text, p_at timestamp with time zone, p_change jsonb)
 returns bigint
 language plpgsql
 set search_path from current
 set lock_timeout to '10ms'
as $function$
declare
  v_version bigint;
  v_staged integer := coalesce((p_change ->> 'staged')::integer, 0);
  v_part jsonb;
  v_deleted jsonb;
  v_rest jsonb;
  v_rest_deleted jsonb;
  v_entry changes;
  v_account_month account_months;
  v_account_year account_years;
  v_category_month category_months;
  v_invoice card_invoices;
  v_tag tags;
begin
  update spaces
     set version = version + 1, turnover_cents = turnover_cents + coalesce((p_change -> 'turnover_cents')::bigint, 0)
   where space_id = p_space and version = p_version
  returning version into v_version;
  if v_version is null then
    return null;
  end if;
  -- Nobody else posts in this space now. What may still be waited for, such as a table that grows, is short, and no reason to try again.
  perform set_config('lock_timeout', '2s', true);

  for v_number in 0 .. v_staged loop
    v_part := p_change;
    if v_number < v_staged then
      select change into strict v_part from staged_changes where space_id = p_space and post_id = p_post and n = v_number;
    end if;
    v_deleted := v_part -> 'deleted';

    if v_deleted ? 'card_days' then
      delete from card_days
       where space_id = p_space and (credit_card_id, from_invoice) in (select r.credit_card_id, r.from_invoice from jsonb_populate_recordset(null::card_days, v_deleted -> 'card_days') as r);
    end if;
    if v_deleted ? 'budgets' then
      delete from budgets
       where space_id = p_space and id in (select jsonb_array_elements_text(v_deleted -> 'budgets')::bigint);
    end if;
    if v_deleted ? 'invoice_checks' then
      delete from invoice_checks
       where space_id = p_space and id in (select jsonb_array_elements_text(v_deleted -> 'invoice_checks')::bigint);
    end if;
    if v_deleted ? 'import_rules' then
      delete from import_rules
       where space_id = p_space and id in (select jsonb_array_elements_text(v_deleted -> 'import_rules')::integer);
    end if;
    if v_deleted ? 'category_memory' then
      delete from category_memory
       where space_id = p_space and id in (select jsonb_array_elements_text(v_deleted -> 'category_memory')::integer);
    end if;
    if v_deleted ? 'import_layouts' then
      delete from import_layouts
       where space_id = p_space and id in (select jsonb_array_elements_text(v_deleted -> 'import_layouts')::integer);
    end if;
    if v_part ? 'categories' then
      insert into categories (space_id, id, name, color, icon, parent_id, kind, group_id, fixed, essential, archived, uuid, created_at, updated_at)
      select s.space_id, r.id, r.name, r.color, r.icon, r.parent_id, r.kind, r.group_id, r.fixed, r.essential, r.archived, r.uuid,
        r.created_at, r.updated_at
        from spaces as s
       cross join jsonb_populate_recordset(null::categories, v_part -> 'categories') as r
       where s.space_id = p_space
      on conflict (space_id, id) do update
       set name = excluded.name, color = excluded.color, icon = excluded.icon, parent_id = excluded.parent_id, kind = excluded.kind,
          group_id = excluded.group_id, fixed = excluded.fixed, essential = excluded.essential, archived = excluded.archived,
          updated_at = excluded.updated_at;
    end if;
    if v_part ? 'accounts' then
      insert into accounts (space_id, id, name, description, type, archived, institution_id, institution_name, hide_balance, opening_cents, created_at,
        updated_at)
      select s.space_id, r.id, r.name, r.description, r.type, r.archived, r.institution_id, r.institution_name, r.hide_balance,
        r.opening_cents, r.created_at, r.updated_at
        from spaces as s
       cross join jsonb_populate_recordset(null::accounts, v_part -> 'accounts') as r
       where s.space_id = p_space
      on conflict (space_id, id) do update
       set name = excluded.name, description = excluded.description, type = excluded.type, archived = excluded.archived,
          institution_id = excluded.institution_id, institution_name = excluded.institution_name,
          hide_balance = excluded.hide_balance, opening_cents = excluded.opening_cents, updated_at = excluded.updated_at;
    end if;
    if v_part ? 'credit_cards' then
      insert into credit_cards (space_id, id, name, description, card_network, limit_cents, archived, institution_id, institution_name, payment_account_id,
        created_at, updated_at)
      select s.space_id, r.id, r.name, r.description, r.card_network, r.limit_cents, r.archived, r.institution_id, r.institution_name,
        r.payment_account_id, r.created_at, r.updated_at
        from spaces as s
       cross join jsonb_populate_recordset(null::credit_cards, v_part -> 'credit_cards') as r
       where s.space_id = p_space
      on conflict (space_id, id) do update
       set name = excluded.name, description = excluded.description, card_network = excluded.card_network,
          limit_cents = excluded.limit_cents, archived = excluded.archived, institution_id = excluded.institution_id,
          institution_name = excluded.institution_name, payment_account_id = excluded.payment_account_id,
          updated_at = excluded.updated_at;
    end if;
    if v_part ? 'card_days' then
      insert into card_days (space_id, credit_card_id, from_invoice, closing_day, due_day)
      select s.space_id, r.credit_card_id, r.from_invoice, r.closing_day, r.due_day
        from spaces as s
       cross join jsonb_populate_recordset(null::card_days, v_part -> 'card_days') as r
       where s.space_id = p_space
      on conflict (space_id, credit_card_id, from_invoice) do update
       set closing_day = excluded.closing_day, due_day = excluded.due_day;
    end if;
    if v_part ? 'series' then
      insert into series (space_id, id, kind, periodicity, total_installments, total_cents, anchor_date, anchor_occurrence, last_occurrence, ended,
        account_id, credit_card_id, pinned_invoice, category_id, description, amount_cents, notes, tags, created_at, created_by_id,
        updated_at)
      select s.space_id, r.id, r.kind, r.periodicity, r.total_installments, r.total_cents, r.anchor_date, r.anchor_occurrence,
        r.last_occurrence, r.ended, r.account_id, r.credit_card_id, r.pinned_invoice, r.category_id, r.description, r.amount_cents,
        r.notes, r.tags, r.created_at, r.created_by_id, r.updated_at
        from spaces as s
       cross join jsonb_populate_recordset(null::series, v_part -> 'series') as r
       where s.space_id = p_space
      on conflict (space_id, id) do update
       set total_cents = excluded.total_cents, anchor_date = excluded.anchor_date, anchor_occurrence = excluded.anchor_occurrence,
          last_occurrence = excluded.last_occurrence, ended = excluded.ended, account_id = excluded.account_id,
          credit_card_id = excluded.credit_card_id, pinned_invoice = excluded.pinned_invoice, category_id = excluded.category_id,
          description = excluded.description, amount_cents = excluded.amount_cents, notes = excluded.notes, tags = excluded.tags,
          updated_at = excluded.updated_at;
    end if;
    if jsonb_array_length(v_part -> 'transactions') = 1 then
      declare
        v_row transactions := jsonb_populate_record(null::transactions, v_part -> 'transactions' -> 0);
      begin
        insert into transactions (space_id, id, account_id, credit_card_id, credit_card_invoice_id, invoice_pinned, category_id, description, date, paid,
        amount_cents, notes, tags, series_id, occurrence, total_installments, recurring, oposite_transaction_id, oposite_account_id,
        paid_credit_card_id, paid_credit_card_invoice_id, created_at, created_by_id, updated_at)
        values (p_space, v_row.id, v_row.account_id, v_row.credit_card_id, v_row.credit_card_invoice_id, v_row.invoice_pinned,
          v_row.category_id, v_row.description, v_row.date, v_row.paid, v_row.amount_cents, v_row.notes, v_row.tags, v_row.series_id,
          v_row.occurrence, v_row.total_installments, v_row.recurring, v_row.oposite_transaction_id, v_row.oposite_account_id,
          v_row.paid_credit_card_id, v_row.paid_credit_card_invoice_id, v_row.created_at, v_row.created_by_id, v_row.updated_at)
        on conflict (space_id, id) do update
       set account_id = excluded.account_id, credit_card_id = excluded.credit_card_id,
          credit_card_invoice_id = excluded.credit_card_invoice_id, invoice_pinned = excluded.invoice_pinned,
          category_id = excluded.category_id, description = excluded.description, date = excluded.date, paid = excluded.paid,
          amount_cents = excluded.amount_cents, notes = excluded.notes, tags = excluded.tags, series_id = excluded.series_id,
          occurrence = excluded.occurrence, total_installments = excluded.total_installments, recurring = excluded.recurring,
          oposite_transaction_id = excluded.oposite_transaction_id, oposite_account_id = excluded.oposite_account_id,
          paid_credit_card_id = excluded.paid_credit_card_id, paid_credit_card_invoice_id = excluded.paid_credit_card_invoice_id,
          updated_at = excluded.updated_at;
      end;
    elsif v_part ? 'transactions' then
      insert into transactions (space_id, id, account_id, credit_card_id, credit_card_invoice_id, invoice_pinned, category_id, description, date, paid,
        amount_cents, notes, tags, series_id, occurrence, total_installments, recurring, oposite_transaction_id, oposite_account_id,
        paid_credit_card_id, paid_credit_card_invoice_id, created_at, created_by_id, updated_at)
      select s.space_id, r.id, r.account_id, r.credit_card_id, r.credit_card_invoice_id, r.invoice_pinned, r.category_id, r.description,
        r.date, r.paid, r.amount_cents, r.notes, r.tags, r.series_id, r.occurrence, r.total_installments, r.recurring,
        r.oposite_transaction_id, r.oposite_account_id, r.paid_credit_card_id, r.paid_credit_card_invoice_id, r.created_at,
        r.created_by_id, r.updated_at
        from spaces as s
       cross join jsonb_populate_recordset(null::transactions, v_part -> 'transactions') as r
       where s.space_id = p_space
      on conflict (space_id, id) do update
       set account_id = excluded.account_id, credit_card_id = excluded.credit_card_id,
          credit_card_invoice_id = excluded.credit_card_invoice_id, invoice_pinned = excluded.invoice_pinned,
          category_id = excluded.category_id, description = excluded.description, date = excluded.date, paid = excluded.paid,
          amount_cents = excluded.amount_cents, notes = excluded.notes, tags = excluded.tags, series_id = excluded.series_id,
          occurrence = excluded.occurrence, total_installments = excluded.total_installments, recurring = excluded.recurring,
          oposite_transaction_id = excluded.oposite_transaction_id, oposite_account_id = excluded.oposite_account_id,
          paid_credit_card_id = excluded.paid_credit_card_id, paid_credit_card_invoice_id = excluded.paid_credit_card_invoice_id,
          updated_at = excluded.updated_at;
    end if;
    if v_part ? 'budgets' then
      insert into budgets (space_id, id, category_id, date, activity_type, amount_cents)
      select s.space_id, r.id, r.category_id, r.date, r.activity_type, r.amount_cents
        from spaces as s
       cross join jsonb_populate_recordset(null::budgets, v_part -> 'budgets') as r
       where s.space_id = p_space
      on conflict (space_id, id) do update
       set category_id = excluded.category_id, date = excluded.date, activity_type = excluded.activity_type,
          amount_cents = excluded.amount_cents;
    end if;
    if v_part ? 'invoice_checks' then
      insert into invoice_checks (space_id, id, credit_card_id, invoice, transaction_ids, bill_cents, created_at, updated_at)
      select s.space_id, r.id, r.credit_card_id, r.invoice, r.transaction_ids, r.bill_cents, r.created_at, r.updated_at
        from spaces as s
       cross join jsonb_populate_recordset(null::invoice_checks, v_part -> 'invoice_checks') as r
       where s.space_id = p_space
      on conflict (space_id, id) do update
       set transaction_ids = excluded.transaction_ids, bill_cents = excluded.bill_cents, updated_at = excluded.updated_at;
    end if;
    if v_part ? 'imports' then
      insert into imports (space_id, id, account_id, credit_card_id, invoice, state, file_name, sha256, statement, lines, about, made, created_at,
        updated_at)
      select s.space_id, r.id, r.account_id, r.credit_card_id, r.invoice, r.state, r.file_name, r.sha256, r.statement, r.lines, r.about,
        r.made, r.created_at, r.updated_at
        from spaces as s
       cross join jsonb_populate_recordset(null::imports, v_part -> 'imports') as r
       where s.space_id = p_space
      on conflict (space_id, id) do update
       set state = excluded.state, made = excluded.made, updated_at = excluded.updated_at;
    end if;
    if v_part ? 'source_links' then
      insert into source_links (space_id, id, import_id, line, account_id, credit_card_id, content_key, fitid, day, amount_cents, part_k, part_n,
        description, category_id, transaction_id, made)
      select s.space_id, r.id, r.import_id, r.line, r.account_id, r.credit_card_id, r.content_key, r.fitid, r.day, r.amount_cents,
        r.part_k, r.part_n, r.description, r.category_id, r.transaction_id, r.made
        from spaces as s
       cross join jsonb_populate_recordset(null::source_links, v_part -> 'source_links') as r
       where s.space_id = p_space
      on conflict (space_id, id) do nothing;
    end if;
    if v_part ? 'import_rules' then
      insert into import_rules (space_id, id, position, name, enabled, conditions, actions, created_at, updated_at)
      select s.space_id, r.id, r.position, r.name, r.enabled, r.conditions, r.actions, r.created_at, r.updated_at
        from spaces as s
       cross join jsonb_populate_recordset(null::import_rules, v_part -> 'import_rules') as r
       where s.space_id = p_space
      on conflict (space_id, id) do update
       set position = excluded.position, name = excluded.name, enabled = excluded.enabled, conditions = excluded.conditions,
          actions = excluded.actions, updated_at = excluded.updated_at;
    end if;
    if v_part ? 'category_memory' then
      insert into category_memory (space_id, id, merchant, is_income, category_id, hits, created_at, updated_at)
      select s.space_id, r.id, r.merchant, r.is_income, r.category_id, r.hits, r.created_at, r.updated_at
        from spaces as s
       cross join jsonb_populate_recordset(null::category_memory, v_part -> 'category_memory') as r
       where s.space_id = p_space
      on conflict (space_id, id) do update
       set category_id = excluded.category_id, hits = excluded.hits, updated_at = excluded.updated_at;
    end if;
    if v_part ? 'import_layouts' then
      insert into import_layouts (space_id, id, header_key, columns, created_at, updated_at)
      select s.space_id, r.id, r.header_key, r.columns, r.created_at, r.updated_at
        from spaces as s
       cross join jsonb_populate_recordset(null::import_layouts, v_part -> 'import_layouts') as r
       where s.space_id = p_space
      on conflict (space_id, id) do update
       set columns = excluded.columns, updated_at = excluded.updated_at;
    end if;
    v_rest := v_part - array['categories', 'accounts', 'credit_cards', 'card_days', 'series', 'transactions', 'budgets', 'invoice_checks', 'imports', 'source_links', 'import_rules', 'category_memory', 'import_layouts'];
    v_rest_deleted := v_deleted - array['card_days', 'budgets', 'invoice_checks', 'import_rules', 'category_memory', 'import_layouts'];
    if v_rest - array['staged', 'turnover_cents', 'space', 'deleted', 'account_months', 'account_years', 'category_months',
                      'card_invoices', 'tags', 'entries', 'answer'] <> '{}'
       or v_rest_deleted - array['transactions', 'series', 'credit_cards', 'accounts', 'categories'] <> '{}' then
      raise exception 'a post holds what post_3029621b7c9b does not know';
    end if;

    if v_part ? 'space' then
      update spaces
         set default_account_id = r.default_account_id, default_credit_card_id = r.default_credit_card_id,
             default_expenses_category_id = r.default_expenses_category_id,
             default_earnings_category_id = r.default_earnings_category_id, transfers_category_id = r.transfers_category_id,
             payments_category_id = r.payments_category_id, extended_through = r.extended_through
        from jsonb_populate_record(null::spaces, v_part -> 'space') as r
       where spaces.space_id = p_space;
    end if;

    if v_deleted ? 'transactions' then
      delete from transactions
       where space_id = p_space and id in (select jsonb_array_elements_text(v_deleted -> 'transactions')::bigint);
    end if;
    if v_deleted ? 'series' then
      delete from series where space_id = p_space and id in (select jsonb_array_elements_text(v_deleted -> 'series')::bigint);
    end if;
    if v_deleted ? 'credit_cards' then
      delete from credit_cards
       where space_id = p_space and id in (select jsonb_array_elements_text(v_deleted -> 'credit_cards')::integer);
    end if;
    if v_deleted ? 'accounts' then
      delete from accounts
       where space_id = p_space and id in (select jsonb_array_elements_text(v_deleted -> 'accounts')::integer);
    end if;
    if v_deleted ? 'categories' then
      delete from categories
       where space_id = p_space and id in (select jsonb_array_elements_text(v_deleted -> 'categories')::integer);
    end if;

    for v_index in 0 .. coalesce(jsonb_array_length(v_part -> 'account_months'), 0) - 1 loop
      v_account_month := jsonb_populate_record(null::account_months, v_part -> 'account_months' -> v_index);
      insert into account_months as sums (space_id, account_id, month, paid_earnings, paid_expenses, paid_moved_in, paid_moved_out,
                                          unpaid_earnings, unpaid_expenses, unpaid_moved_in, unpaid_moved_out)
      values (p_space, v_account_month.account_id, v_account_month.month, v_account_month.paid_earnings,
              v_account_month.paid_expenses, v_account_month.paid_moved_in, v_account_month.paid_moved_out,
              v_account_month.unpaid_earnings, v_account_month.unpaid_expenses, v_account_month.unpaid_moved_in,
              v_account_month.unpaid_moved_out)
      on conflict (space_id, account_id, month) do update
         set paid_earnings = sums.paid_earnings + excluded.paid_earnings, paid_expenses = sums.paid_expenses + excluded.paid_expenses,
             paid_moved_in = sums.paid_moved_in + excluded.paid_moved_in,
             paid_moved_out = sums.paid_moved_out + excluded.paid_moved_out,
             unpaid_earnings = sums.unpaid_earnings + excluded.unpaid_earnings,
             unpaid_expenses = sums.unpaid_expenses + excluded.unpaid_expenses,
             unpaid_moved_in = sums.unpaid_moved_in + excluded.unpaid_moved_in,
             unpaid_moved_out = sums.unpaid_moved_out + excluded.unpaid_moved_out;
    end loop;
    for v_index in 0 .. coalesce(jsonb_array_length(v_part -> 'account_years'), 0) - 1 loop
      v_account_year := jsonb_populate_record(null::account_years, v_part -> 'account_years' -> v_index);
      insert into account_years as sums (space_id, account_id, year, paid_cents, unpaid_cents)
      values (p_space, v_account_year.account_id, v_account_year.year, v_account_year.paid_cents,
              v_account_year.unpaid_cents)
      on conflict (space_id, account_id, year) do update
         set paid_cents = sums.paid_cents + excluded.paid_cents, unpaid_cents = sums.unpaid_cents + excluded.unpaid_cents;
    end loop;
    for v_index in 0 .. coalesce(jsonb_array_length(v_part -> 'category_months'), 0) - 1 loop
      v_category_month := jsonb_populate_record(null::category_months, v_part -> 'category_months' -> v_index);
      insert into category_months as sums (space_id, category_id, month, paid_cents, unpaid_cents)
      values (p_space, v_category_month.category_id, v_category_month.month, v_category_month.paid_cents,
              v_category_month.unpaid_cents)
      on conflict (space_id, category_id, month) do update
         set paid_cents = sums.paid_cents + excluded.paid_cents, unpaid_cents = sums.unpaid_cents + excluded.unpaid_cents;
    end loop;
    for v_index in 0 .. coalesce(jsonb_array_length(v_part -> 'card_invoices'), 0) - 1 loop
      v_invoice := jsonb_populate_record(null::card_invoices, v_part -> 'card_invoices' -> v_index);
      insert into card_invoices as sums (space_id, credit_card_id, invoice, amount_cents, payment_cents, payments)
      values (p_space, v_invoice.credit_card_id, v_invoice.invoice, v_invoice.amount_cents, v_invoice.payment_cents,
              v_invoice.payments)
      on conflict (space_id, credit_card_id, invoice) do update
         set amount_cents = sums.amount_cents + excluded.amount_cents, payment_cents = sums.payment_cents + excluded.payment_cents,
             payments = sums.payments + excluded.payments;
    end loop;
    for v_index in 0 .. coalesce(jsonb_array_length(v_part -> 'tags'), 0) - 1 loop
      v_tag := jsonb_populate_record(null::tags, v_part -> 'tags' -> v_index);
      insert into tags as sums (space_id, name, uses)
      values (p_space, v_tag.name, v_tag.uses)
      on conflict (space_id, name) do update set uses = sums.uses + excluded.uses;
    end loop;

    if jsonb_array_length(v_part -> 'entries') <= 3 then
      for v_index in 0 .. jsonb_array_length(v_part -> 'entries') - 1 loop
        v_entry := jsonb_populate_record(null::changes, v_part -> 'entries' -> v_index);
        insert into changes (space_id, version, n, post_id, at, user_id, token_id, request_id, action, entity, entity_id, before, after)
        values (p_space, v_version, v_entry.n, p_post, p_at, p_user, p_token, p_request, v_entry.action, v_entry.entity,
                v_entry.entity_id, v_entry.before, v_entry.after);
      end loop;
    elsif v_part ? 'entries' then
      insert into changes (space_id, version, n, post_id, at, user_id, token_id, request_id, action, entity, entity_id, before, after)
      select s.space_id, v_version, r.n, p_post, p_at, p_user, p_token, p_request, r.action, r.entity, r.entity_id, r.before, r.after
        from spaces as s
       cross join jsonb_populate_recordset(null::changes, v_part -> 'entries') as r
       where s.space_id = p_space;
    end if;

    if v_part ? 'answer' then
      delete from idempotency_keys
       where space_id = p_space and created_at <= (v_part -> 'answer' ->> 'forget_before')::timestamptz;
      insert into idempotency_keys (space_id, key, request_hash, status, body, created_at)
      select s.space_id, r.key, r.request_hash, r.status, r.body, p_at
        from spaces as s
       cross join jsonb_populate_record(null::idempotency_keys, v_part -> 'answer') as r
       where s.space_id = p_space
      on conflict (space_id, key) do update
         set request_hash = excluded.request_hash, status = excluded.status, body = excluded.body, created_at = excluded.created_at;
    end if;
  end loop;

  if v_staged > 0 then
    delete from staged_changes where space_id = p_space and post_id = p_post;
  end if;
  return v_version;
end $function$;

-- Made from the migrations by `npm run generate`. Edit those, not this file. It is for reading: it is not run anywhere.

create function post_2(p_space bigint, p_version bigint, p_post uuid, p_user integer, p_token integer, p_request text, p_at timestamp with time zone, p_change jsonb)
 returns bigint
 language plpgsql
 set search_path from current
 set lock_timeout to '10ms'
as $function$
declare
  v_version bigint;
  v_staged integer := coalesce((p_change ->> 'staged')::integer, 0);
  v_part jsonb;
  v_deleted jsonb;
  v_row transactions;
  v_entry changes;
  v_account_month account_months;
  v_account_year account_years;
  v_category_month category_months;
  v_invoice card_invoices;
  v_tag tags;
begin
  update spaces
     set version = version + 1, turnover_cents = turnover_cents + coalesce((p_change -> 'turnover_cents')::bigint, 0)
   where space_id = p_space and version = p_version
  returning version into v_version;
  if v_version is null then
    return null;
  end if;
  -- Nobody else posts in this space now. What may still be waited for, such as a table that grows, is short, and no reason to try again.
  perform set_config('lock_timeout', '2s', true);

  for v_number in 0 .. v_staged loop
    v_part := p_change;
    if v_number < v_staged then
      select change into strict v_part from staged_changes where space_id = p_space and post_id = p_post and n = v_number;
    end if;
    v_deleted := v_part -> 'deleted';
    if v_part - array['staged', 'turnover_cents', 'space', 'categories', 'accounts', 'credit_cards', 'card_days', 'series', 'transactions',
                      'budgets', 'invoice_checks', 'imports', 'source_links', 'import_rules', 'category_memory', 'import_layouts', 'deleted',
                      'account_months', 'account_years', 'category_months', 'card_invoices', 'tags', 'entries', 'answer'] <> '{}'
       or v_deleted - array['budgets', 'card_days', 'transactions', 'series', 'credit_cards', 'accounts', 'categories', 'invoice_checks',
                            'import_rules', 'category_memory', 'import_layouts'] <> '{}' then
      raise exception 'a post holds what post_2 does not know';
    end if;

    if v_deleted ? 'invoice_checks' then
      delete from invoice_checks
       where space_id = p_space and id in (select jsonb_array_elements_text(v_deleted -> 'invoice_checks')::bigint);
    end if;
    if v_deleted ? 'import_rules' then
      delete from import_rules
       where space_id = p_space and id in (select jsonb_array_elements_text(v_deleted -> 'import_rules')::bigint);
    end if;
    if v_deleted ? 'category_memory' then
      delete from category_memory
       where space_id = p_space and id in (select jsonb_array_elements_text(v_deleted -> 'category_memory')::bigint);
    end if;
    if v_deleted ? 'import_layouts' then
      delete from import_layouts
       where space_id = p_space and id in (select jsonb_array_elements_text(v_deleted -> 'import_layouts')::bigint);
    end if;
    if v_deleted ? 'budgets' then
      delete from budgets
       where space_id = p_space and id in (select jsonb_array_elements_text(v_deleted -> 'budgets')::bigint);
    end if;
    if v_deleted ? 'card_days' then
      delete from card_days
       where space_id = p_space
         and (credit_card_id, from_invoice) in (
             select r.credit_card_id, r.from_invoice
               from jsonb_to_recordset(v_deleted -> 'card_days') as r (credit_card_id integer, from_invoice integer));
    end if;

    if v_part ? 'categories' then
      insert into categories (space_id, id, name, color, parent_id, kind, group_id, fixed, essential, archived, uuid, created_at,
                              updated_at)
      select s.space_id, r.id, r.name, r.color, r.parent_id, r.kind, r.group_id, r.fixed, r.essential, r.archived, r.uuid, r.created_at,
             r.updated_at
        from spaces as s
       cross join jsonb_populate_recordset(null::categories, v_part -> 'categories') as r
       where s.space_id = p_space
      on conflict (space_id, id) do update
         set name = excluded.name, color = excluded.color, parent_id = excluded.parent_id, kind = excluded.kind,
             group_id = excluded.group_id, fixed = excluded.fixed, essential = excluded.essential, archived = excluded.archived,
             updated_at = excluded.updated_at;
    end if;
    if v_part ? 'accounts' then
      insert into accounts (space_id, id, name, description, type, archived, institution_id, institution_name, hide_balance,
                            opening_cents, created_at, updated_at)
      select s.space_id, r.id, r.name, r.description, r.type, r.archived, r.institution_id, r.institution_name, r.hide_balance,
             r.opening_cents, r.created_at, r.updated_at
        from spaces as s
       cross join jsonb_populate_recordset(null::accounts, v_part -> 'accounts') as r
       where s.space_id = p_space
      on conflict (space_id, id) do update
         set name = excluded.name, description = excluded.description, type = excluded.type, archived = excluded.archived,
             institution_id = excluded.institution_id, institution_name = excluded.institution_name,
             hide_balance = excluded.hide_balance, opening_cents = excluded.opening_cents, updated_at = excluded.updated_at;
    end if;
    if v_part ? 'credit_cards' then
      insert into credit_cards (space_id, id, name, description, card_network, limit_cents, archived, institution_id, institution_name,
                                payment_account_id, created_at, updated_at)
      select s.space_id, r.id, r.name, r.description, r.card_network, r.limit_cents, r.archived, r.institution_id, r.institution_name,
             r.payment_account_id, r.created_at, r.updated_at
        from spaces as s
       cross join jsonb_populate_recordset(null::credit_cards, v_part -> 'credit_cards') as r
       where s.space_id = p_space
      on conflict (space_id, id) do update
         set name = excluded.name, description = excluded.description, card_network = excluded.card_network,
             limit_cents = excluded.limit_cents, archived = excluded.archived, institution_id = excluded.institution_id,
             institution_name = excluded.institution_name, payment_account_id = excluded.payment_account_id,
             updated_at = excluded.updated_at;
    end if;
    if v_part ? 'card_days' then
      insert into card_days (space_id, credit_card_id, from_invoice, closing_day, due_day)
      select s.space_id, r.credit_card_id, r.from_invoice, r.closing_day, r.due_day
        from spaces as s
       cross join jsonb_populate_recordset(null::card_days, v_part -> 'card_days') as r
       where s.space_id = p_space
      on conflict (space_id, credit_card_id, from_invoice) do update
         set closing_day = excluded.closing_day, due_day = excluded.due_day;
    end if;
    if v_part ? 'series' then
      insert into series (space_id, id, kind, periodicity, total_installments, total_cents, anchor_date, anchor_occurrence,
                          last_occurrence, ended, account_id, credit_card_id, pinned_invoice, category_id, description, amount_cents,
                          notes, tags, created_at, updated_at)
      select s.space_id, r.id, r.kind, r.periodicity, r.total_installments, r.total_cents, r.anchor_date, r.anchor_occurrence,
             r.last_occurrence, r.ended, r.account_id, r.credit_card_id, r.pinned_invoice, r.category_id, r.description, r.amount_cents,
             r.notes, r.tags, r.created_at, r.updated_at
        from spaces as s
       cross join jsonb_populate_recordset(null::series, v_part -> 'series') as r
       where s.space_id = p_space
      on conflict (space_id, id) do update
         set total_cents = excluded.total_cents, anchor_date = excluded.anchor_date, anchor_occurrence = excluded.anchor_occurrence,
             last_occurrence = excluded.last_occurrence, ended = excluded.ended, account_id = excluded.account_id,
             credit_card_id = excluded.credit_card_id, pinned_invoice = excluded.pinned_invoice, category_id = excluded.category_id,
             description = excluded.description, amount_cents = excluded.amount_cents, notes = excluded.notes, tags = excluded.tags,
             updated_at = excluded.updated_at;
    end if;
    if jsonb_array_length(v_part -> 'transactions') = 1 then
      v_row := jsonb_populate_record(null::transactions, v_part -> 'transactions' -> 0);
      insert into transactions (space_id, id, account_id, credit_card_id, credit_card_invoice_id, invoice_pinned, category_id,
                                description, date, paid, amount_cents, notes, tags, series_id, occurrence, total_installments, recurring,
                                oposite_transaction_id, oposite_account_id, paid_credit_card_id, paid_credit_card_invoice_id,
                                created_at, updated_at)
      values (p_space, v_row.id, v_row.account_id, v_row.credit_card_id, v_row.credit_card_invoice_id, v_row.invoice_pinned,
              v_row.category_id, v_row.description, v_row.date, v_row.paid, v_row.amount_cents, v_row.notes, v_row.tags,
              v_row.series_id, v_row.occurrence, v_row.total_installments, v_row.recurring, v_row.oposite_transaction_id,
              v_row.oposite_account_id, v_row.paid_credit_card_id, v_row.paid_credit_card_invoice_id, v_row.created_at,
              v_row.updated_at)
      on conflict (space_id, id) do update
         set account_id = excluded.account_id, credit_card_id = excluded.credit_card_id,
             credit_card_invoice_id = excluded.credit_card_invoice_id, invoice_pinned = excluded.invoice_pinned,
             category_id = excluded.category_id, description = excluded.description, date = excluded.date, paid = excluded.paid,
             amount_cents = excluded.amount_cents, notes = excluded.notes, tags = excluded.tags, series_id = excluded.series_id,
             occurrence = excluded.occurrence, total_installments = excluded.total_installments, recurring = excluded.recurring,
             oposite_transaction_id = excluded.oposite_transaction_id, oposite_account_id = excluded.oposite_account_id,
             paid_credit_card_id = excluded.paid_credit_card_id, paid_credit_card_invoice_id = excluded.paid_credit_card_invoice_id,
             updated_at = excluded.updated_at;
    elsif v_part ? 'transactions' then
      insert into transactions (space_id, id, account_id, credit_card_id, credit_card_invoice_id, invoice_pinned, category_id,
                                description, date, paid, amount_cents, notes, tags, series_id, occurrence, total_installments, recurring,
                                oposite_transaction_id, oposite_account_id, paid_credit_card_id, paid_credit_card_invoice_id,
                                created_at, updated_at)
      select s.space_id, r.id, r.account_id, r.credit_card_id, r.credit_card_invoice_id, r.invoice_pinned, r.category_id,
             r.description, r.date, r.paid, r.amount_cents, r.notes, r.tags, r.series_id, r.occurrence, r.total_installments, r.recurring,
             r.oposite_transaction_id, r.oposite_account_id, r.paid_credit_card_id, r.paid_credit_card_invoice_id,
             r.created_at, r.updated_at
        from spaces as s
       cross join jsonb_populate_recordset(null::transactions, v_part -> 'transactions') as r
       where s.space_id = p_space
      on conflict (space_id, id) do update
         set account_id = excluded.account_id, credit_card_id = excluded.credit_card_id,
             credit_card_invoice_id = excluded.credit_card_invoice_id, invoice_pinned = excluded.invoice_pinned,
             category_id = excluded.category_id, description = excluded.description, date = excluded.date, paid = excluded.paid,
             amount_cents = excluded.amount_cents, notes = excluded.notes, tags = excluded.tags, series_id = excluded.series_id,
             occurrence = excluded.occurrence, total_installments = excluded.total_installments, recurring = excluded.recurring,
             oposite_transaction_id = excluded.oposite_transaction_id, oposite_account_id = excluded.oposite_account_id,
             paid_credit_card_id = excluded.paid_credit_card_id, paid_credit_card_invoice_id = excluded.paid_credit_card_invoice_id,
             updated_at = excluded.updated_at;
    end if;
    if v_part ? 'budgets' then
      insert into budgets (space_id, id, category_id, date, activity_type, amount_cents)
      select s.space_id, r.id, r.category_id, r.date, r.activity_type, r.amount_cents
        from spaces as s
       cross join jsonb_populate_recordset(null::budgets, v_part -> 'budgets') as r
       where s.space_id = p_space
      on conflict (space_id, id) do update
         set category_id = excluded.category_id, date = excluded.date, activity_type = excluded.activity_type,
             amount_cents = excluded.amount_cents;
    end if;

    if v_part ? 'invoice_checks' then
      insert into invoice_checks (space_id, id, credit_card_id, invoice, transaction_ids, bill_cents, created_at, updated_at)
      select s.space_id, r.id, r.credit_card_id, r.invoice, r.transaction_ids, r.bill_cents, r.created_at, r.updated_at
        from spaces as s
       cross join jsonb_populate_recordset(null::invoice_checks, v_part -> 'invoice_checks') as r
       where s.space_id = p_space
      on conflict (space_id, id) do update
         set transaction_ids = excluded.transaction_ids, bill_cents = excluded.bill_cents, updated_at = excluded.updated_at;
    end if;

    if v_part ? 'imports' then
      insert into imports (space_id, id, account_id, credit_card_id, invoice, state, file_name, sha256, statement, lines, about, made,
                           created_at, updated_at)
      select s.space_id, r.id, r.account_id, r.credit_card_id, r.invoice, r.state, r.file_name, r.sha256, r.statement, r.lines, r.about,
             r.made, r.created_at, r.updated_at
        from spaces as s
       cross join jsonb_populate_recordset(null::imports, v_part -> 'imports') as r
       where s.space_id = p_space
      on conflict (space_id, id) do update
         set state = excluded.state, made = excluded.made, updated_at = excluded.updated_at;
    end if;
    if v_part ? 'source_links' then
      insert into source_links (space_id, id, import_id, line, account_id, credit_card_id, content_key, fitid, day, amount_cents, part_k,
                                part_n, description, category_id, transaction_id, made)
      select s.space_id, r.id, r.import_id, r.line, r.account_id, r.credit_card_id, r.content_key, r.fitid, r.day, r.amount_cents,
             r.part_k, r.part_n, r.description, r.category_id, r.transaction_id, r.made
        from spaces as s
       cross join jsonb_populate_recordset(null::source_links, v_part -> 'source_links') as r
       where s.space_id = p_space
      on conflict (space_id, id) do nothing;
    end if;
    if v_part ? 'import_rules' then
      insert into import_rules (space_id, id, position, name, enabled, conditions, actions, created_at, updated_at)
      select s.space_id, r.id, r.position, r.name, r.enabled, r.conditions, r.actions, r.created_at, r.updated_at
        from spaces as s
       cross join jsonb_populate_recordset(null::import_rules, v_part -> 'import_rules') as r
       where s.space_id = p_space
      on conflict (space_id, id) do update
         set position = excluded.position, name = excluded.name, enabled = excluded.enabled, conditions = excluded.conditions,
             actions = excluded.actions, updated_at = excluded.updated_at;
    end if;
    if v_part ? 'category_memory' then
      insert into category_memory (space_id, id, merchant, is_income, category_id, hits, created_at, updated_at)
      select s.space_id, r.id, r.merchant, r.is_income, r.category_id, r.hits, r.created_at, r.updated_at
        from spaces as s
       cross join jsonb_populate_recordset(null::category_memory, v_part -> 'category_memory') as r
       where s.space_id = p_space
      on conflict (space_id, id) do update
         set category_id = excluded.category_id, hits = excluded.hits, updated_at = excluded.updated_at;
    end if;
    if v_part ? 'import_layouts' then
      insert into import_layouts (space_id, id, header_key, columns, created_at, updated_at)
      select s.space_id, r.id, r.header_key, r.columns, r.created_at, r.updated_at
        from spaces as s
       cross join jsonb_populate_recordset(null::import_layouts, v_part -> 'import_layouts') as r
       where s.space_id = p_space
      on conflict (space_id, id) do update set columns = excluded.columns, updated_at = excluded.updated_at;
    end if;

    if v_part ? 'space' then
      update spaces
         set default_account_id = r.default_account_id, default_credit_card_id = r.default_credit_card_id,
             default_expenses_category_id = r.default_expenses_category_id,
             default_earnings_category_id = r.default_earnings_category_id, transfers_category_id = r.transfers_category_id,
             payments_category_id = r.payments_category_id, extended_through = r.extended_through
        from jsonb_populate_record(null::spaces, v_part -> 'space') as r
       where spaces.space_id = p_space;
    end if;

    if v_deleted ? 'transactions' then
      delete from transactions
       where space_id = p_space and id in (select jsonb_array_elements_text(v_deleted -> 'transactions')::bigint);
    end if;
    if v_deleted ? 'series' then
      delete from series where space_id = p_space and id in (select jsonb_array_elements_text(v_deleted -> 'series')::bigint);
    end if;
    if v_deleted ? 'credit_cards' then
      delete from credit_cards
       where space_id = p_space and id in (select jsonb_array_elements_text(v_deleted -> 'credit_cards')::integer);
    end if;
    if v_deleted ? 'accounts' then
      delete from accounts
       where space_id = p_space and id in (select jsonb_array_elements_text(v_deleted -> 'accounts')::integer);
    end if;
    if v_deleted ? 'categories' then
      delete from categories
       where space_id = p_space and id in (select jsonb_array_elements_text(v_deleted -> 'categories')::integer);
    end if;

    for v_index in 0 .. coalesce(jsonb_array_length(v_part -> 'account_months'), 0) - 1 loop
      v_account_month := jsonb_populate_record(null::account_months, v_part -> 'account_months' -> v_index);
      insert into account_months as sums (space_id, account_id, month, paid_earnings, paid_expenses, paid_moved_in, paid_moved_out,
                                          unpaid_earnings, unpaid_expenses, unpaid_moved_in, unpaid_moved_out)
      values (p_space, v_account_month.account_id, v_account_month.month, v_account_month.paid_earnings,
              v_account_month.paid_expenses, v_account_month.paid_moved_in, v_account_month.paid_moved_out,
              v_account_month.unpaid_earnings, v_account_month.unpaid_expenses, v_account_month.unpaid_moved_in,
              v_account_month.unpaid_moved_out)
      on conflict (space_id, account_id, month) do update
         set paid_earnings = sums.paid_earnings + excluded.paid_earnings, paid_expenses = sums.paid_expenses + excluded.paid_expenses,
             paid_moved_in = sums.paid_moved_in + excluded.paid_moved_in,
             paid_moved_out = sums.paid_moved_out + excluded.paid_moved_out,
             unpaid_earnings = sums.unpaid_earnings + excluded.unpaid_earnings,
             unpaid_expenses = sums.unpaid_expenses + excluded.unpaid_expenses,
             unpaid_moved_in = sums.unpaid_moved_in + excluded.unpaid_moved_in,
             unpaid_moved_out = sums.unpaid_moved_out + excluded.unpaid_moved_out;
    end loop;
    for v_index in 0 .. coalesce(jsonb_array_length(v_part -> 'account_years'), 0) - 1 loop
      v_account_year := jsonb_populate_record(null::account_years, v_part -> 'account_years' -> v_index);
      insert into account_years as sums (space_id, account_id, year, paid_cents, unpaid_cents)
      values (p_space, v_account_year.account_id, v_account_year.year, v_account_year.paid_cents,
              v_account_year.unpaid_cents)
      on conflict (space_id, account_id, year) do update
         set paid_cents = sums.paid_cents + excluded.paid_cents, unpaid_cents = sums.unpaid_cents + excluded.unpaid_cents;
    end loop;
    for v_index in 0 .. coalesce(jsonb_array_length(v_part -> 'category_months'), 0) - 1 loop
      v_category_month := jsonb_populate_record(null::category_months, v_part -> 'category_months' -> v_index);
      insert into category_months as sums (space_id, category_id, month, paid_cents, unpaid_cents)
      values (p_space, v_category_month.category_id, v_category_month.month, v_category_month.paid_cents,
              v_category_month.unpaid_cents)
      on conflict (space_id, category_id, month) do update
         set paid_cents = sums.paid_cents + excluded.paid_cents, unpaid_cents = sums.unpaid_cents + excluded.unpaid_cents;
    end loop;
    for v_index in 0 .. coalesce(jsonb_array_length(v_part -> 'card_invoices'), 0) - 1 loop
      v_invoice := jsonb_populate_record(null::card_invoices, v_part -> 'card_invoices' -> v_index);
      insert into card_invoices as sums (space_id, credit_card_id, invoice, amount_cents, payment_cents, payments)
      values (p_space, v_invoice.credit_card_id, v_invoice.invoice, v_invoice.amount_cents, v_invoice.payment_cents,
              v_invoice.payments)
      on conflict (space_id, credit_card_id, invoice) do update
         set amount_cents = sums.amount_cents + excluded.amount_cents, payment_cents = sums.payment_cents + excluded.payment_cents,
             payments = sums.payments + excluded.payments;
    end loop;
    for v_index in 0 .. coalesce(jsonb_array_length(v_part -> 'tags'), 0) - 1 loop
      v_tag := jsonb_populate_record(null::tags, v_part -> 'tags' -> v_index);
      insert into tags as sums (space_id, name, uses)
      values (p_space, v_tag.name, v_tag.uses)
      on conflict (space_id, name) do update set uses = sums.uses + excluded.uses;
    end loop;

    if jsonb_array_length(v_part -> 'entries') <= 3 then
      for v_index in 0 .. jsonb_array_length(v_part -> 'entries') - 1 loop
        v_entry := jsonb_populate_record(null::changes, v_part -> 'entries' -> v_index);
        insert into changes (space_id, version, n, post_id, at, user_id, token_id, request_id, action, entity, entity_id, before, after)
        values (p_space, v_version, v_entry.n, p_post, p_at, p_user, p_token, p_request, v_entry.action, v_entry.entity,
                v_entry.entity_id, v_entry.before, v_entry.after);
      end loop;
    elsif v_part ? 'entries' then
      insert into changes (space_id, version, n, post_id, at, user_id, token_id, request_id, action, entity, entity_id, before, after)
      select s.space_id, v_version, r.n, p_post, p_at, p_user, p_token, p_request, r.action, r.entity, r.entity_id, r.before, r.after
        from spaces as s
       cross join jsonb_populate_recordset(null::changes, v_part -> 'entries') as r
       where s.space_id = p_space;
    end if;

    if v_part ? 'answer' then
      delete from idempotency_keys
       where space_id = p_space and created_at <= (v_part -> 'answer' ->> 'forget_before')::timestamptz;
      insert into idempotency_keys (space_id, key, request_hash, status, body, created_at)
      select s.space_id, r.key, r.request_hash, r.status, r.body, p_at
        from spaces as s
       cross join jsonb_populate_record(null::idempotency_keys, v_part -> 'answer') as r
       where s.space_id = p_space
      on conflict (space_id, key) do update
         set request_hash = excluded.request_hash, status = excluded.status, body = excluded.body, created_at = excluded.created_at;
    end if;
  end loop;

  if v_staged > 0 then
    delete from staged_changes where space_id = p_space and post_id = p_post;
  end if;
  return v_version;
end $function$;

-- Made from the migrations by `npm run generate`. Edit those, not this file. It is for reading: it is not run anywhere.

create function search_query(p_space bigint, p_words text)
 returns tsquery
 language sql
 immutable parallel safe
return (((((''''::text || (p_space)::text) || ':'::text) || replace(nullif(fold_words(p_words), ''::text), ' '::text, ((''':* & '''::text || (p_space)::text) || ':'::text))) || ''':*'::text))::tsquery;
comment on function search_query(bigint,text) is 'For search_terms: every word begins one of the row''s. Null where there is none, which no row has';

-- Made from the migrations by `npm run generate`. Edit those, not this file. It is for reading: it is not run anywhere.

create function search_terms(p_space bigint, p_description text, p_notes text, p_tags text[])
 returns tsvector
 language sql
 immutable parallel safe
return array_to_tsvector(array_remove((string_to_array((((p_space)::text || ':'::text) || replace(fold_words(((p_description || ' '::text) || coalesce(p_notes, ''::text))), ' '::text, ((' '::text || (p_space)::text) || ':'::text))), ' '::text) || case when (p_tags = '{}'::text[]) then '{}'::text[] else tag_terms(p_space, p_tags) end), ''::text));
comment on function search_terms(bigint,text,text,text[]) is 'Words and tags of a row. Each carries the space, so that the index of them all is read for one space only';

-- Made from the migrations by `npm run generate`. Edit those, not this file. It is for reading: it is not run anywhere.

create function tag_terms(p_space bigint, p_tags text[])
 returns text[]
 language plpgsql
 immutable parallel safe
as $function$
begin
  return string_to_array(p_space::text || '#' || array_to_string(p_tags, chr(1) || p_space::text || '#'), chr(1));
end $function$;
comment on function tag_terms(bigint,text[]) is 'For search_terms. Not put into statements: the server does not know that texts are always joined in the same way';

-- Made from the migrations by `npm run generate`. Edit those, not this file. It is for reading: it is not run anywhere.

create sequence accounts_id_seq as integer;

create sequence api_tokens_id_seq as integer;

create sequence budgets_id_seq;

create sequence categories_id_seq as integer;

create sequence category_memory_id_seq as integer;

create sequence import_layouts_id_seq as integer;

create sequence import_rules_id_seq as integer;

create sequence imports_id_seq as integer;

create sequence series_id_seq;

create sequence source_links_id_seq;

create sequence spaces_id_seq;

create sequence transactions_id_seq;

create sequence users_id_seq as integer;

create sequence webhooks_id_seq as integer;

-- Made from the migrations by `npm run generate`. Edit those, not this file. It is for reading: it is not run anywhere.

create table account_months (
  space_id bigint not null,
  account_id integer not null,
  month date not null,
  paid_earnings bigint not null,
  paid_expenses bigint not null,
  paid_moved_in bigint not null,
  paid_moved_out bigint not null,
  unpaid_earnings bigint not null,
  unpaid_expenses bigint not null,
  unpaid_moved_in bigint not null,
  unpaid_moved_out bigint not null,
  constraint account_months_pkey primary key (space_id, account_id, month),
  constraint account_months_month_check check (extract(day from month) = 1::numeric),
  constraint account_months_space_id_account_id_fkey foreign key (space_id, account_id) references accounts(space_id, id) on delete cascade
);
comment on table account_months is 'Sums of an account''s rows by month, kept by every write: a balance costs the same however long the history is';
comment on column account_months.paid_moved_in is 'What only moves money: transfers and payments of invoices';

-- Made from the migrations by `npm run generate`. Edit those, not this file. It is for reading: it is not run anywhere.

create table account_years (
  space_id bigint not null,
  account_id integer not null,
  year integer not null,
  paid_cents bigint not null,
  unpaid_cents bigint not null,
  constraint account_years_pkey primary key (space_id, account_id, year),
  constraint account_years_space_id_account_id_fkey foreign key (space_id, account_id) references accounts(space_id, id) on delete cascade
);
comment on table account_years is 'The same by year, all kinds together: what a century of months sums to is read from a hundred rows';

-- Made from the migrations by `npm run generate`. Edit those, not this file. It is for reading: it is not run anywhere.

create table accounts (
  space_id bigint not null,
  id integer not null,
  name text not null,
  description text,
  type text not null,
  archived boolean not null default false,
  institution_id text not null default 'default'::text,
  institution_name text,
  hide_balance boolean not null default false,
  opening_cents bigint not null default 0,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  constraint accounts_pkey primary key (space_id, id),
  constraint accounts_opening_cents_check check (opening_cents >= '-999999999999'::bigint and opening_cents <= '999999999999'::bigint),
  constraint accounts_type_check check (type = any (array['checking'::text, 'savings'::text, 'other'::text])),
  constraint accounts_space_id_fkey foreign key (space_id) references spaces(space_id) on delete cascade
);

-- Made from the migrations by `npm run generate`. Edit those, not this file. It is for reading: it is not run anywhere.

create table api_token_uses (
  token_id integer not null,
  at timestamptz not null,
  constraint api_token_uses_pkey primary key (token_id),
  constraint api_token_uses_token_id_fkey foreign key (token_id) references api_tokens(id) on delete cascade
);
comment on table api_token_uses is 'When a token was last used, to the minute. Apart from the tokens, which are read at every request and seldom written';

-- Made from the migrations by `npm run generate`. Edit those, not this file. It is for reading: it is not run anywhere.

create table api_tokens (
  id integer not null default nextval('api_tokens_id_seq'::regclass),
  user_id integer not null,
  name text not null,
  scope text not null,
  token_hash bytea not null,
  created_at timestamptz not null,
  scopes text[],
  expires_at timestamptz,
  space_id bigint,
  constraint api_tokens_pkey primary key (id),
  constraint api_tokens_token_hash_key unique (token_hash),
  constraint api_tokens_scope_check check (scope = any (array['read'::text, 'write'::text])),
  constraint api_tokens_user_id_fkey foreign key (user_id) references users(id) on delete cascade
);
comment on column api_tokens.token_hash is 'SHA-256. The token itself is random and was shown once';
comment on column api_tokens.scopes is 'What it may do, as accounts:read. Null: all that its scope says, as every token before scopes';
comment on column api_tokens.space_id is 'The space that it opens. Null: the own space of its user';
create index api_tokens_user_id_idx on api_tokens (user_id);

-- Made from the migrations by `npm run generate`. Edit those, not this file. It is for reading: it is not run anywhere.

create table budgets (
  space_id bigint not null,
  id bigint not null,
  category_id integer not null,
  date date not null,
  activity_type integer not null,
  amount_cents bigint not null,
  constraint budgets_pkey primary key (space_id, id),
  constraint budgets_space_id_date_category_id_activity_type_key unique (space_id, date, category_id, activity_type),
  constraint budgets_activity_type_check check (activity_type = any (array[0, 1])),
  constraint budgets_amount_cents_check check (amount_cents >= 0 and amount_cents <= '999999999999'::bigint),
  constraint budgets_date_check check (extract(day from date) = 1::numeric and date >= '1900-01-01'::date and date <= '2199-12-01'::date),
  constraint budgets_space_id_category_id_fkey foreign key (space_id, category_id) references categories(space_id, id) on delete cascade,
  constraint budgets_space_id_fkey foreign key (space_id) references spaces(space_id) on delete cascade
);
comment on column budgets.date is 'The first day of the month';
comment on column budgets.activity_type is '0: at most so much is spent. 1: at least so much is earned';
create index budgets_category_idx on budgets (space_id, category_id);

-- Made from the migrations by `npm run generate`. Edit those, not this file. It is for reading: it is not run anywhere.

create table card_days (
  space_id bigint not null,
  credit_card_id integer not null,
  from_invoice integer not null,
  closing_day integer not null,
  due_day integer not null,
  constraint card_days_pkey primary key (space_id, credit_card_id, from_invoice),
  constraint card_days_closing_day_check check (closing_day >= 1 and closing_day <= 31),
  constraint card_days_due_day_check check (due_day >= 1 and due_day <= 31),
  constraint card_days_space_id_credit_card_id_fkey foreign key (space_id, credit_card_id) references credit_cards(space_id, id) on delete cascade
);
comment on table card_days is 'The days of a card and since which invoice they hold. The oldest hold for every invoice before, too; the newest are the card''s';

-- Made from the migrations by `npm run generate`. Edit those, not this file. It is for reading: it is not run anywhere.

create table card_invoices (
  space_id bigint not null,
  credit_card_id integer not null,
  invoice integer not null,
  amount_cents bigint not null,
  payment_cents bigint not null,
  payments integer not null,
  constraint card_invoices_pkey primary key (space_id, credit_card_id, invoice),
  constraint card_invoices_invoice_check check (invoice >= '-120'::integer and invoice <= 1211),
  constraint card_invoices_space_id_credit_card_id_fkey foreign key (space_id, credit_card_id) references credit_cards(space_id, id) on delete cascade
);
comment on table card_invoices is 'Sums of a card''s rows by invoice, kept by every write. Where there is no row, nothing happened';
comment on column card_invoices.payment_cents is 'Of the payments that are paid, and `payments` is how many those are. Planned ones do not count';
create index card_invoices_unpaid_idx on card_invoices (space_id, credit_card_id, invoice) where payments = 0;

-- Made from the migrations by `npm run generate`. Edit those, not this file. It is for reading: it is not run anywhere.

create table categories (
  space_id bigint not null,
  id integer not null,
  name text not null,
  color text not null,
  parent_id integer,
  kind text not null,
  group_id text not null default 'default'::text,
  fixed boolean not null default false,
  essential boolean not null default false,
  archived boolean not null default false,
  uuid text not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  icon text,
  constraint categories_pkey primary key (space_id, id),
  constraint categories_color_check check (color ~ '^[0-9a-f]{6}$'::text),
  constraint categories_kind_check check (kind = any (array['expenses'::text, 'earnings'::text, 'none'::text])),
  constraint categories_uuid_check check (uuid ~ '^[0-9a-f]{40}$'::text),
  constraint categories_space_id_fkey foreign key (space_id) references spaces(space_id) on delete cascade,
  constraint categories_space_id_parent_id_fkey foreign key (space_id, parent_id) references categories(space_id, id)
);
comment on column categories.kind is 'none: what only moves money, transfers and payments of invoices';
comment on column categories.icon is 'The name of the chosen icon; null: the one that the name of the category suggests';
create index categories_parent_idx on categories (space_id, parent_id) where parent_id is not null;

-- Made from the migrations by `npm run generate`. Edit those, not this file. It is for reading: it is not run anywhere.

create table category_memory (
  space_id bigint not null,
  id integer not null,
  merchant text not null,
  is_income boolean not null,
  category_id integer not null,
  hits integer not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  constraint category_memory_pkey primary key (space_id, id),
  constraint category_memory_merchant_key unique (space_id, merchant, is_income),
  constraint category_memory_space_id_fkey foreign key (space_id) references spaces(space_id) on delete cascade
);
comment on table category_memory is 'Which category the user gives to what comes from whom';

-- Made from the migrations by `npm run generate`. Edit those, not this file. It is for reading: it is not run anywhere.

create table category_months (
  space_id bigint not null,
  category_id integer not null,
  month date not null,
  paid_cents bigint not null,
  unpaid_cents bigint not null,
  constraint category_months_pkey primary key (space_id, category_id, month),
  constraint category_months_month_check check (extract(day from month) = 1::numeric),
  constraint category_months_space_id_category_id_fkey foreign key (space_id, category_id) references categories(space_id, id) on delete cascade
);
comment on table category_months is 'Sums of a category''s rows by month, without what only moves money';

-- Made from the migrations by `npm run generate`. Edit those, not this file. It is for reading: it is not run anywhere.

create table changes (
  space_id bigint not null,
  at timestamptz not null,
  user_id integer,
  token_id integer,
  request_id text,
  action text not null,
  entity text not null,
  entity_id bigint not null,
  before jsonb,
  after jsonb,
  version bigint not null,
  n integer not null,
  post_id uuid not null,
  constraint changes_pkey primary key (space_id, version, n),
  constraint changes_action_check check (action = any (array['create'::text, 'update'::text, 'delete'::text])),
  constraint changes_space_id_fkey foreign key (space_id) references spaces(space_id) on delete cascade
);
comment on table changes is 'Every post as a list of entries, in order; only ever appended to';
comment on column changes.user_id is 'Null where nobody asked for it: rows that a fixed series makes ahead of time';
comment on column changes.before is 'The columns that change, as they were; the whole row where it goes';
comment on column changes.after is 'The columns that change, as they are now; the whole row where it is new';
comment on column changes.post_id is 'Made by the service before it posts, so that it can tell whether a post whose answer was lost was made';
create index changes_request_idx on changes (space_id, request_id) where n = 0;
create index changes_transaction_idx on changes (space_id, entity_id, version, n) where entity = 'transaction'::text and action <> 'create'::text;

-- Made from the migrations by `npm run generate`. Edit those, not this file. It is for reading: it is not run anywhere.

create table credit_cards (
  space_id bigint not null,
  id integer not null,
  name text not null,
  description text,
  card_network text,
  limit_cents bigint not null default 0,
  archived boolean not null default false,
  institution_id text not null default 'default'::text,
  institution_name text,
  payment_account_id integer,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  constraint credit_cards_pkey primary key (space_id, id),
  constraint credit_cards_limit_cents_check check (limit_cents >= 0 and limit_cents <= '999999999999'::bigint),
  constraint credit_cards_space_id_fkey foreign key (space_id) references spaces(space_id) on delete cascade,
  constraint credit_cards_space_id_payment_account_id_fkey foreign key (space_id, payment_account_id) references accounts(space_id, id)
);
comment on column credit_cards.limit_cents is '0: none';
comment on column credit_cards.payment_account_id is 'Pays the invoices unless somebody says otherwise. Null: the default account';
create index credit_cards_payment_account_idx on credit_cards (space_id, payment_account_id) where payment_account_id is not null;

-- Made from the migrations by `npm run generate`. Edit those, not this file. It is for reading: it is not run anywhere.

create table further_spaces (
  space_id bigint not null,
  name text not null,
  made_by integer,
  created_at timestamptz not null,
  erasing_at timestamptz,
  constraint further_spaces_pkey primary key (space_id),
  constraint further_spaces_made_by_fkey foreign key (made_by) references users(id) on delete set null
);
comment on table further_spaces is 'Spaces that are nobody''s own. Their owners are among the members, one at least';
comment on column further_spaces.erasing_at is 'Since when it is being erased, because its last member is gone or one of its owners deleted it';
create index further_spaces_made_by_idx on further_spaces (made_by);

-- Made from the migrations by `npm run generate`. Edit those, not this file. It is for reading: it is not run anywhere.

create table idempotency_keys (
  space_id bigint not null,
  key text not null,
  request_hash bytea not null,
  status integer not null,
  body text not null,
  created_at timestamptz not null,
  constraint idempotency_keys_pkey primary key (space_id, key),
  constraint idempotency_keys_space_id_fkey foreign key (space_id) references spaces(space_id) on delete cascade
);
comment on table idempotency_keys is 'The answers to writes that may be sent again, for a day';
create index idempotency_keys_created_at_idx on idempotency_keys (space_id, created_at);

-- Made from the migrations by `npm run generate`. Edit those, not this file. It is for reading: it is not run anywhere.

create table import_layouts (
  space_id bigint not null,
  id integer not null,
  header_key text not null,
  columns jsonb not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  constraint import_layouts_pkey primary key (space_id, id),
  constraint import_layouts_header_key_key unique (space_id, header_key),
  constraint import_layouts_space_id_fkey foreign key (space_id) references spaces(space_id) on delete cascade
);
comment on table import_layouts is 'What the user said of the columns of a table whose layout is not known, by its header';

-- Made from the migrations by `npm run generate`. Edit those, not this file. It is for reading: it is not run anywhere.

create table import_lines (
  space_id bigint not null,
  import_id integer not null,
  n integer not null,
  line jsonb not null,
  verdict text not null,
  reason text not null,
  sure boolean not null,
  target jsonb,
  decision jsonb,
  constraint import_lines_pkey primary key (space_id, import_id, n),
  constraint import_lines_space_id_import_id_fkey foreign key (space_id, import_id) references imports(space_id, id) on delete cascade
);
comment on table import_lines is 'What a file holds, line by line, what would become of it, and what the user says to that';

-- Made from the migrations by `npm run generate`. Edit those, not this file. It is for reading: it is not run anywhere.

create table import_rules (
  space_id bigint not null,
  id integer not null,
  "position" integer not null,
  name text not null,
  enabled boolean not null,
  conditions jsonb not null,
  actions jsonb not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  constraint import_rules_pkey primary key (space_id, id),
  constraint import_rules_space_id_fkey foreign key (space_id) references spaces(space_id) on delete cascade
);
comment on table import_rules is 'What the user wants done with lines of files, in the order of their positions';

-- Made from the migrations by `npm run generate`. Edit those, not this file. It is for reading: it is not run anywhere.

create table imports (
  space_id bigint not null,
  id integer not null,
  account_id integer,
  credit_card_id integer,
  invoice integer,
  state text not null,
  file_name text,
  sha256 text not null,
  statement integer not null,
  lines integer not null,
  about jsonb not null,
  made jsonb,
  progress integer not null default 0,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  constraint imports_pkey primary key (space_id, id),
  constraint imports_state_check check (state = any (array['reading'::text, 'preview'::text, 'applied'::text, 'undone'::text])),
  constraint imports_space_id_fkey foreign key (space_id) references spaces(space_id) on delete cascade
);
comment on table imports is 'One statement of one file for one account or card. Only state and made change once it is read';
comment on column imports.progress is 'Lines that the step which is under way has passed';
create index imports_sha256_idx on imports (space_id, sha256);
create index imports_state_idx on imports (space_id, updated_at) where state = any (array['reading'::text, 'preview'::text]);

-- Made from the migrations by `npm run generate`. Edit those, not this file. It is for reading: it is not run anywhere.

create table invitations (
  id integer not null generated always as identity,
  space_id bigint not null,
  email text not null,
  role text not null,
  invited_by integer not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  sent_at timestamptz,
  revoked_at timestamptz,
  accepted_at timestamptz,
  accepted_by integer,
  constraint invitations_pkey primary key (id),
  constraint invitations_role_check check (role = any (array['owner'::text, 'editor'::text, 'viewer'::text])),
  constraint invitations_accepted_by_fkey foreign key (accepted_by) references users(id) on delete set null,
  constraint invitations_invited_by_fkey foreign key (invited_by) references users(id) on delete cascade
);
comment on table invitations is 'The token of an invitation is a MAC over its row, so it is kept nowhere';
create index invitations_email_idx on invitations (lower(email)) where revoked_at is null and accepted_at is null;
create index invitations_space_idx on invitations (space_id, created_at);
create index invitations_unsent_idx on invitations (id) where sent_at is null and revoked_at is null and accepted_at is null;

-- Made from the migrations by `npm run generate`. Edit those, not this file. It is for reading: it is not run anywhere.

create table invoice_checks (
  space_id bigint not null,
  id bigint not null,
  credit_card_id integer not null,
  invoice integer not null,
  transaction_ids bigint[] not null,
  bill_cents bigint,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  constraint invoice_checks_pkey primary key (space_id, id),
  constraint invoice_checks_bill_cents_check check (bill_cents >= '-999999999999'::bigint and bill_cents <= '999999999999'::bigint),
  constraint invoice_checks_id_check check (id = (credit_card_id::bigint * 2048 + invoice + 120)),
  constraint invoice_checks_invoice_check check (invoice >= '-120'::integer and invoice <= 1211),
  constraint invoice_checks_space_id_credit_card_id_fkey foreign key (space_id, credit_card_id) references credit_cards(space_id, id) on delete cascade
);
comment on column invoice_checks.id is 'Made of card and invoice, so that an invoice has one of these';
comment on column invoice_checks.transaction_ids is 'What has left the invoice since, or was deleted, counts again when it is back';
comment on column invoice_checks.bill_cents is 'As the bank has it. Null: as the invoice itself';

-- Made from the migrations by `npm run generate`. Edit those, not this file. It is for reading: it is not run anywhere.

create table ledger_check (
  is_only boolean not null default true,
  state jsonb not null,
  constraint ledger_check_pkey primary key (is_only),
  constraint ledger_check_is_only_check check (is_only)
);
comment on table ledger_check is 'One row: how far the check of all spaces has come, when the last one ended, and which spaces are wrong';

-- Made from the migrations by `npm run generate`. Edit those, not this file. It is for reading: it is not run anywhere.

create table members (
  space_id bigint not null,
  user_id integer not null,
  role text not null,
  created_at timestamptz not null,
  constraint members_pkey primary key (space_id, user_id),
  constraint members_role_check check (role = any (array['owner'::text, 'editor'::text, 'viewer'::text])),
  constraint members_user_id_fkey foreign key (user_id) references users(id) on delete cascade
);
comment on table members is 'The same, to be found by user, before the space is known. The row of the space decides';
create index members_user_id_idx on members (user_id);

-- Made from the migrations by `npm run generate`. Edit those, not this file. It is for reading: it is not run anywhere.

create table migrations (
  name text not null,
  checksum text not null,
  applied_at timestamptz not null default now(),
  release text,
  constraint migrations_pkey primary key (name)
);
comment on table migrations is 'Which files of the migrations folder this schema has seen, and what they held';

-- Made from the migrations by `npm run generate`. Edit those, not this file. It is for reading: it is not run anywhere.

create table notices (
  id bigint not null generated always as identity,
  space_id bigint not null,
  type text not null,
  subject bigint not null,
  created_at timestamptz not null,
  constraint notices_pkey primary key (id)
);
comment on table notices is 'What was noticed of a space that has webhooks, so that it is told once';
comment on column notices.subject is 'The budget; of an invoice its card and number, as in invoice_checks';
create index notices_created_at_idx on notices (created_at);
create unique index notices_subject_idx on notices (space_id, type, subject);

-- Made from the migrations by `npm run generate`. Edit those, not this file. It is for reading: it is not run anywhere.

create table series (
  space_id bigint not null,
  id bigint not null,
  kind text not null,
  periodicity text not null,
  total_installments integer not null,
  total_cents bigint,
  anchor_date date not null,
  anchor_occurrence integer not null,
  last_occurrence integer not null,
  ended boolean not null default false,
  account_id integer,
  category_id integer not null,
  description text not null,
  amount_cents bigint not null,
  notes text,
  tags text[] not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  credit_card_id integer,
  pinned_invoice integer,
  created_by_id integer,
  constraint series_pkey primary key (space_id, id),
  constraint series_check check ((kind = 'installments'::text) = (total_cents is not null)),
  constraint series_check1 check ((account_id is null) <> (credit_card_id is null)),
  constraint series_check2 check (pinned_invoice is null or credit_card_id is not null),
  constraint series_kind_check check (kind = any (array['fixed'::text, 'installments'::text])),
  constraint series_periodicity_check check (periodicity = any (array['daily'::text, 'weekly'::text, 'biweekly'::text, 'monthly'::text, 'bimonthly'::text, 'trimonthly'::text, 'sixmonthly'::text, 'yearly'::text])),
  constraint series_total_installments_check check (total_installments >= 1 and total_installments <= 480),
  constraint series_space_id_account_id_fkey foreign key (space_id, account_id) references accounts(space_id, id),
  constraint series_space_id_category_id_fkey foreign key (space_id, category_id) references categories(space_id, id),
  constraint series_space_id_credit_card_id_fkey foreign key (space_id, credit_card_id) references credit_cards(space_id, id),
  constraint series_space_id_fkey foreign key (space_id) references spaces(space_id) on delete cascade
);
comment on table series is 'Fixed and instalment series: the rule of their dates, and the row that the next occurrence will be like';
comment on column series.total_cents is 'What the instalments sum to';
comment on column series.anchor_date is 'The date of occurrence `anchor_occurrence`; all later ones are counted from it, so that the day of the month is kept';
comment on column series.last_occurrence is 'The highest that was ever made: what was deleted is not made again';
comment on column series.pinned_invoice is 'Where the client named the invoice of the occurrence at the anchor: the others are counted from it';
comment on column series.created_by_id is 'The user who wrote it, and whose the rows are that it makes';
create index series_account_idx on series (space_id, account_id, id);
create index series_card_idx on series (space_id, credit_card_id, id) where credit_card_id is not null;
create index series_category_idx on series (space_id, category_id, id);
create index series_open_idx on series (space_id, id) where kind = 'fixed'::text and not ended;

-- Made from the migrations by `npm run generate`. Edit those, not this file. It is for reading: it is not run anywhere.

create table source_links (
  space_id bigint not null,
  id bigint not null,
  import_id integer not null,
  line integer not null,
  account_id integer,
  credit_card_id integer,
  content_key text not null,
  fitid text,
  day date not null,
  amount_cents bigint not null,
  part_k integer,
  part_n integer,
  description text not null,
  category_id integer,
  transaction_id bigint not null,
  made boolean not null,
  constraint source_links_pkey primary key (space_id, id),
  constraint source_links_space_id_fkey foreign key (space_id) references spaces(space_id) on delete cascade
);
comment on table source_links is 'Which line of which import a transaction is. Never changed: it counts while its import is applied, and where the import made the transaction, while that is there';
comment on column source_links.transaction_id is 'Where there is none of that id any more, the user has deleted it';
create index source_links_account_idx on source_links (space_id, account_id, day) where account_id is not null;
create index source_links_card_idx on source_links (space_id, credit_card_id, day) where credit_card_id is not null;
create index source_links_import_idx on source_links (space_id, import_id, line);
create index source_links_transaction_idx on source_links (space_id, transaction_id);

-- Made from the migrations by `npm run generate`. Edit those, not this file. It is for reading: it is not run anywhere.

create table spaces (
  space_id bigint not null,
  time_zone text not null,
  default_account_id integer,
  default_expenses_category_id integer,
  default_earnings_category_id integer,
  transfers_category_id integer,
  payments_category_id integer,
  extended_through date not null,
  turnover_cents bigint not null default 0,
  created_at timestamptz not null,
  default_credit_card_id integer,
  version bigint not null default 0,
  undoable_after bigint not null default 0,
  members jsonb not null default '{}'::jsonb,
  has_webhooks boolean not null default false,
  constraint spaces_pkey primary key (space_id),
  constraint spaces_sums_are_exact check (turnover_cents >= 0 and turnover_cents <= '9007199254740991'::bigint),
  constraint spaces_space_id_default_account_id_fkey foreign key (space_id, default_account_id) references accounts(space_id, id),
  constraint spaces_space_id_default_credit_card_id_fkey foreign key (space_id, default_credit_card_id) references credit_cards(space_id, id),
  constraint spaces_space_id_default_earnings_category_id_fkey foreign key (space_id, default_earnings_category_id) references categories(space_id, id),
  constraint spaces_space_id_default_expenses_category_id_fkey foreign key (space_id, default_expenses_category_id) references categories(space_id, id),
  constraint spaces_space_id_payments_category_id_fkey foreign key (space_id, payments_category_id) references categories(space_id, id),
  constraint spaces_space_id_transfers_category_id_fkey foreign key (space_id, transfers_category_id) references categories(space_id, id)
);
comment on table spaces is 'What belongs together: one person''s money, later a household''s. Writes of one space wait for each other on its row';
comment on column spaces.default_account_id is 'A pointer instead of a flag on each account, so that there is never more than one';
comment on column spaces.extended_through is 'Every fixed series has its rows up to this day';
comment on column spaces.turnover_cents is 'All amounts without their signs. No sum in the space can be larger, so every number in an answer is exact';
comment on column spaces.version is 'How many posts the space has had. A post is made only if nobody else has posted since its reads';
comment on column spaces.undoable_after is 'Posts up to this version were logged by releases whose log does not hold all that an undo needs';
comment on column spaces.members is 'The roles of those who joined, by user id, without those whose own space it is. In this row, so that it is read with the version: who was removed is out at once';
comment on column spaces.has_webhooks is 'Whether a post has to wake somebody. In this row, so that writes know without asking';

-- Made from the migrations by `npm run generate`. Edit those, not this file. It is for reading: it is not run anywhere.

create table staged_changes (
  space_id bigint not null,
  post_id uuid not null,
  n integer not null,
  change jsonb not null,
  staged_at timestamptz not null,
  constraint staged_changes_pkey primary key (space_id, post_id, n)
);
comment on table staged_changes is 'Parts of posts that are too large to be sent at once. Nobody reads them but the post';

-- Made from the migrations by `npm run generate`. Edit those, not this file. It is for reading: it is not run anywhere.

create table tags (
  space_id bigint not null,
  name text not null,
  uses integer not null,
  constraint tags_pkey primary key (space_id, name),
  constraint tags_space_id_fkey foreign key (space_id) references spaces(space_id) on delete cascade
);

-- Made from the migrations by `npm run generate`. Edit those, not this file. It is for reading: it is not run anywhere.

create table transactions (
  space_id bigint not null,
  id bigint not null,
  account_id integer,
  category_id integer not null,
  description text not null,
  date date not null,
  paid boolean not null,
  amount_cents bigint not null,
  notes text,
  tags text[] not null default '{}'::text[],
  series_id bigint,
  occurrence integer,
  total_installments integer not null default 1,
  recurring boolean not null default false,
  oposite_transaction_id bigint,
  oposite_account_id integer,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  credit_card_id integer,
  credit_card_invoice_id integer,
  invoice_pinned boolean not null default false,
  paid_credit_card_id integer,
  paid_credit_card_invoice_id integer,
  created_by_id integer,
  constraint transactions_pkey primary key (space_id, id),
  constraint transactions_amount_cents_check check (amount_cents >= '-999999999999'::bigint and amount_cents <= '999999999999'::bigint),
  constraint transactions_check check ((series_id is null) = (occurrence is null)),
  constraint transactions_check1 check ((oposite_transaction_id is null) = (oposite_account_id is null)),
  constraint transactions_check2 check ((account_id is null) <> (credit_card_id is null)),
  constraint transactions_check3 check ((credit_card_id is null) = (credit_card_invoice_id is null)),
  constraint transactions_check4 check (credit_card_id is null or paid and oposite_transaction_id is null and paid_credit_card_id is null),
  constraint transactions_check5 check (not invoice_pinned or credit_card_id is not null),
  constraint transactions_check6 check ((paid_credit_card_id is null) = (paid_credit_card_invoice_id is null)),
  constraint transactions_check7 check (paid_credit_card_id is null or oposite_transaction_id is null and series_id is null),
  constraint transactions_date_check check (date >= '1900-01-01'::date and date <= '2199-12-31'::date),
  constraint transactions_space_id_account_id_fkey foreign key (space_id, account_id) references accounts(space_id, id),
  constraint transactions_space_id_category_id_fkey foreign key (space_id, category_id) references categories(space_id, id),
  constraint transactions_space_id_credit_card_id_fkey foreign key (space_id, credit_card_id) references credit_cards(space_id, id),
  constraint transactions_space_id_fkey foreign key (space_id) references spaces(space_id) on delete cascade,
  constraint transactions_space_id_oposite_account_id_fkey foreign key (space_id, oposite_account_id) references accounts(space_id, id),
  constraint transactions_space_id_oposite_transaction_id_fkey foreign key (space_id, oposite_transaction_id) references transactions(space_id, id),
  constraint transactions_space_id_paid_credit_card_id_fkey foreign key (space_id, paid_credit_card_id) references credit_cards(space_id, id),
  constraint transactions_space_id_series_id_fkey foreign key (space_id, series_id) references series(space_id, id)
);
comment on column transactions.paid is 'A purchase on a card counts as spent at once; whether its invoice is paid is seen when it is read';
comment on column transactions.invoice_pinned is 'The client named the invoice; else it is the one whose period holds the date';
comment on column transactions.created_by_id is 'The user who wrote it, or the series that made it; null: not known. No foreign key: who is gone stays its author';
create index transactions_account_idx on transactions (space_id, account_id, date desc, id desc);
create index transactions_amount_idx on transactions (space_id, abs(amount_cents), date desc, id desc);
create index transactions_card_idx on transactions (space_id, credit_card_id, date desc, id desc) where credit_card_id is not null;
create index transactions_category_idx on transactions (space_id, category_id, date desc, id desc);
create index transactions_date_idx on transactions (space_id, date desc, id desc);
create index transactions_description_idx on transactions (space_id, fold_text(description) collate "C", date desc, id desc) where oposite_transaction_id is null and paid_credit_card_id is null;
create index transactions_instalment_idx on transactions (space_id, date) where total_installments > 1;
create index transactions_invoice_idx on transactions (space_id, credit_card_id, credit_card_invoice_id, date desc, id desc) where credit_card_id is not null;
create index transactions_oposite_account_idx on transactions (space_id, oposite_account_id, id) where oposite_account_id is not null;
create index transactions_oposite_idx on transactions (space_id, oposite_transaction_id) where oposite_transaction_id is not null;
create index transactions_payment_date_idx on transactions (space_id, date) include (amount_cents, paid) where paid_credit_card_id is not null;
create index transactions_payment_idx on transactions (space_id, paid_credit_card_id, paid_credit_card_invoice_id, date desc, id desc) where paid_credit_card_id is not null;
create index transactions_planned_payment_idx on transactions (space_id, paid_credit_card_id, paid_credit_card_invoice_id) where paid_credit_card_id is not null and not paid;
create index transactions_search_idx on transactions using gin (search_terms(space_id, description, notes, tags)) with (gin_pending_list_limit='256');
create unique index transactions_series_idx on transactions (space_id, series_id, occurrence) where series_id is not null;
create index transactions_unpaid_account_idx on transactions (space_id, account_id, date desc, id desc) where not paid and account_id is not null;
create index transactions_unpaid_idx on transactions (space_id, date desc, id desc) where not paid;

-- Made from the migrations by `npm run generate`. Edit those, not this file. It is for reading: it is not run anywhere.

create table users (
  id integer not null default nextval('users_id_seq'::regclass),
  auth_user_id uuid not null,
  space_id bigint not null,
  name text not null,
  email text not null,
  role text not null,
  locale text not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  preferences jsonb not null default '{}'::jsonb,
  erasing_at timestamptz,
  gone_at timestamptz,
  constraint users_pkey primary key (id),
  constraint users_auth_user_id_key unique (auth_user_id)
);
comment on column users.auth_user_id is 'The `sub` of auth''s tokens';
comment on column users.space_id is 'No foreign key: this table is small and everywhere, the spaces may be spread over machines';
comment on column users.erasing_at is 'Since when what is theirs is being erased. They are gone at auth, and no job looks at their space any more';
comment on column users.gone_at is 'When it was heard that auth has deleted them. What they wrote keeps their name';
create index users_space_id_idx on users (space_id);

-- Made from the migrations by `npm run generate`. Edit those, not this file. It is for reading: it is not run anywhere.

create table webhook_deliveries (
  id bigint not null generated always as identity,
  space_id bigint not null,
  webhook_id integer not null,
  message_id text not null,
  type text not null,
  version bigint,
  n integer,
  asked boolean not null,
  state text not null,
  attempts integer not null default 0,
  status integer,
  error text,
  created_at timestamptz not null,
  attempted_at timestamptz,
  constraint webhook_deliveries_pkey primary key (id),
  constraint webhook_deliveries_state_check check (state = any (array['waiting'::text, 'delivered'::text, 'failed'::text])),
  constraint webhook_deliveries_webhook_id_fkey foreign key (webhook_id) references webhooks(id) on delete cascade
);
comment on table webhook_deliveries is 'What became of each event. Bodies are made from the log, and kept nowhere';
comment on column webhook_deliveries.asked is 'Asked for by somebody, and tried once: a ping, or an event that was sent before';
create index webhook_deliveries_asked_idx on webhook_deliveries (space_id, webhook_id) where asked and state = 'waiting'::text;
create index webhook_deliveries_created_idx on webhook_deliveries (created_at);
create index webhook_deliveries_list_idx on webhook_deliveries (webhook_id, id);
create unique index webhook_deliveries_message_idx on webhook_deliveries (webhook_id, message_id) where not asked;

-- Made from the migrations by `npm run generate`. Edit those, not this file. It is for reading: it is not run anywhere.

create table webhooks (
  id integer not null,
  space_id bigint not null,
  user_id integer not null,
  url text not null,
  description text,
  events text[],
  with_records boolean not null,
  enabled boolean not null,
  off_reason text,
  off_at timestamptz,
  secret bytea not null,
  secret_at timestamptz not null,
  old_secret bytea,
  old_secret_until timestamptz,
  version bigint not null,
  n integer not null,
  failures integer not null default 0,
  next_attempt_at timestamptz,
  lease uuid,
  leased_until timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  constraint webhooks_pkey primary key (id),
  constraint webhooks_user_id_fkey foreign key (user_id) references users(id) on delete cascade
);
comment on column webhooks.user_id is 'Who said where it goes. It is switched off when they are no member any more';
comment on column webhooks.events is 'The types of events that it is sent. Null: all';
comment on column webhooks.secret is 'Sealed: whoever reads the database cannot sign';
comment on column webhooks.old_secret is 'After a rotation it signs too, for a while';
comment on column webhooks.version is 'With n: the last entry of the log that was delivered or was none of its business';
comment on column webhooks.failures is 'Of the event that is next';
comment on column webhooks.lease is 'Of the process that delivers just now; one that was killed loses it by time';
create index webhooks_enabled_idx on webhooks (space_id) where enabled;
create index webhooks_space_idx on webhooks (space_id);
