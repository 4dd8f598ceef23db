-- Made from the migrations by `npm run generate`. Edit those, not this file. It is for reading: it is not run anywhere.

create function post_8df5f84de6f3(p_space bigint, p_version bigint, p_post uuid, p_user integer, p_token integer, p_request text, p_at timestamp with time zone, p_change jsonb)
 returns bigint
 language plpgsql
 set search_path from current
 set lock_timeout to '10ms'
as $function$
declare
  v_version bigint;
  v_months jsonb := p_change -> 'space_months';
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
     set version = version + 1, turnover_cents = turnover_cents + coalesce((p_change -> 'turnover_cents')::bigint, 0),
         space_months_version = case when (v_months -> 'resets')::boolean then null
                                     when (v_months -> 'keeps')::boolean then version + 1
                                     else space_months_version end,
         space_months_through = case when (v_months -> 'resets')::boolean then null else space_months_through end
   where space_id = p_space and version = p_version
     and (v_months is null or space_months_through is not distinct from (v_months ->> 'through')::date)
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
    if v_deleted ? 'goal_moves' then
      delete from goal_moves
       where space_id = p_space and id in (select jsonb_array_elements_text(v_deleted -> 'goal_moves')::integer);
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
        account_id, credit_card_id, pinned_invoice, category_id, parts, description, amount_cents, notes, tags, created_at,
        created_by_id, updated_at)
      select s.space_id, r.id, r.kind, r.periodicity, r.total_installments, r.total_cents, r.anchor_date, r.anchor_occurrence,
        r.last_occurrence, r.ended, r.account_id, r.credit_card_id, r.pinned_invoice, r.category_id, r.parts, r.description,
        r.amount_cents, r.notes, r.tags, r.created_at, r.created_by_id, r.updated_at
        from spaces as s
       cross join jsonb_populate_recordset(null::series, v_part -> 'series') as r
       where s.space_id = p_space
      on conflict (space_id, id) do update
       set total_cents = excluded.total_cents, anchor_date = excluded.anchor_date, anchor_occurrence = excluded.anchor_occurrence,
          last_occurrence = excluded.last_occurrence, ended = excluded.ended, account_id = excluded.account_id,
          credit_card_id = excluded.credit_card_id, pinned_invoice = excluded.pinned_invoice, category_id = excluded.category_id,
          parts = excluded.parts, description = excluded.description, amount_cents = excluded.amount_cents, notes = excluded.notes,
          tags = excluded.tags, updated_at = excluded.updated_at;
    end if;
    if jsonb_array_length(v_part -> 'transactions') = 1 then
      declare
        v_row transactions := jsonb_populate_record(null::transactions, v_part -> 'transactions' -> 0);
      begin
        insert into transactions (space_id, id, account_id, credit_card_id, credit_card_invoice_id, invoice_pinned, category_id, parts, description, date,
        paid, amount_cents, notes, tags, series_id, occurrence, total_installments, recurring, oposite_transaction_id,
        oposite_account_id, paid_credit_card_id, paid_credit_card_invoice_id, attachments, refund_of_id, split_from_id, created_at,
        created_by_id, updated_at)
        values (p_space, v_row.id, v_row.account_id, v_row.credit_card_id, v_row.credit_card_invoice_id, v_row.invoice_pinned,
          v_row.category_id, v_row.parts, v_row.description, v_row.date, v_row.paid, v_row.amount_cents, v_row.notes, v_row.tags,
          v_row.series_id, v_row.occurrence, v_row.total_installments, v_row.recurring, v_row.oposite_transaction_id,
          v_row.oposite_account_id, v_row.paid_credit_card_id, v_row.paid_credit_card_invoice_id, v_row.attachments,
          v_row.refund_of_id, v_row.split_from_id, v_row.created_at, v_row.created_by_id, v_row.updated_at)
        on conflict (space_id, id) do update
       set account_id = excluded.account_id, credit_card_id = excluded.credit_card_id,
          credit_card_invoice_id = excluded.credit_card_invoice_id, invoice_pinned = excluded.invoice_pinned,
          category_id = excluded.category_id, parts = excluded.parts, description = excluded.description, date = excluded.date,
          paid = excluded.paid, amount_cents = excluded.amount_cents, notes = excluded.notes, tags = excluded.tags,
          series_id = excluded.series_id, occurrence = excluded.occurrence, total_installments = excluded.total_installments,
          recurring = excluded.recurring, oposite_transaction_id = excluded.oposite_transaction_id,
          oposite_account_id = excluded.oposite_account_id, paid_credit_card_id = excluded.paid_credit_card_id,
          paid_credit_card_invoice_id = excluded.paid_credit_card_invoice_id, attachments = excluded.attachments,
          refund_of_id = excluded.refund_of_id, split_from_id = excluded.split_from_id, updated_at = excluded.updated_at;
      end;
    elsif v_part ? 'transactions' then
      insert into transactions (space_id, id, account_id, credit_card_id, credit_card_invoice_id, invoice_pinned, category_id, parts, description, date,
        paid, amount_cents, notes, tags, series_id, occurrence, total_installments, recurring, oposite_transaction_id,
        oposite_account_id, paid_credit_card_id, paid_credit_card_invoice_id, attachments, refund_of_id, split_from_id, created_at,
        created_by_id, updated_at)
      select s.space_id, r.id, r.account_id, r.credit_card_id, r.credit_card_invoice_id, r.invoice_pinned, r.category_id, r.parts,
        r.description, r.date, r.paid, r.amount_cents, r.notes, r.tags, r.series_id, r.occurrence, r.total_installments, r.recurring,
        r.oposite_transaction_id, r.oposite_account_id, r.paid_credit_card_id, r.paid_credit_card_invoice_id, r.attachments,
        r.refund_of_id, r.split_from_id, r.created_at, r.created_by_id, r.updated_at
        from spaces as s
       cross join jsonb_populate_recordset(null::transactions, v_part -> 'transactions') as r
       where s.space_id = p_space
      on conflict (space_id, id) do update
       set account_id = excluded.account_id, credit_card_id = excluded.credit_card_id,
          credit_card_invoice_id = excluded.credit_card_invoice_id, invoice_pinned = excluded.invoice_pinned,
          category_id = excluded.category_id, parts = excluded.parts, description = excluded.description, date = excluded.date,
          paid = excluded.paid, amount_cents = excluded.amount_cents, notes = excluded.notes, tags = excluded.tags,
          series_id = excluded.series_id, occurrence = excluded.occurrence, total_installments = excluded.total_installments,
          recurring = excluded.recurring, oposite_transaction_id = excluded.oposite_transaction_id,
          oposite_account_id = excluded.oposite_account_id, paid_credit_card_id = excluded.paid_credit_card_id,
          paid_credit_card_invoice_id = excluded.paid_credit_card_invoice_id, attachments = excluded.attachments,
          refund_of_id = excluded.refund_of_id, split_from_id = excluded.split_from_id, updated_at = excluded.updated_at;
    end if;
    if v_part ? 'budgets' then
      insert into budgets (space_id, id, category_id, date, activity_type, amount_cents, carry, carry_cap_cents, refill)
      select s.space_id, r.id, r.category_id, r.date, r.activity_type, r.amount_cents, r.carry, r.carry_cap_cents, r.refill
        from spaces as s
       cross join jsonb_populate_recordset(null::budgets, v_part -> 'budgets') as r
       where s.space_id = p_space
      on conflict (space_id, id) do update
       set category_id = excluded.category_id, date = excluded.date, activity_type = excluded.activity_type,
          amount_cents = excluded.amount_cents, carry = excluded.carry, carry_cap_cents = excluded.carry_cap_cents,
          refill = excluded.refill;
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
    if v_part ? 'goals' then
      insert into goals (space_id, id, name, target_cents, target_date, icon, refills, state, started_on, created_at, updated_at)
      select s.space_id, r.id, r.name, r.target_cents, r.target_date, r.icon, r.refills, r.state, r.started_on, r.created_at, r.updated_at
        from spaces as s
       cross join jsonb_populate_recordset(null::goals, v_part -> 'goals') as r
       where s.space_id = p_space
      on conflict (space_id, id) do update
       set name = excluded.name, target_cents = excluded.target_cents, target_date = excluded.target_date, icon = excluded.icon,
          refills = excluded.refills, state = excluded.state, updated_at = excluded.updated_at;
    end if;
    if v_part ? 'goal_moves' then
      insert into goal_moves (space_id, id, goal_id, account_id, amount_cents, date, position, transaction_id, created_at)
      select s.space_id, r.id, r.goal_id, r.account_id, r.amount_cents, r.date, r.position, r.transaction_id, r.created_at
        from spaces as s
       cross join jsonb_populate_recordset(null::goal_moves, v_part -> 'goal_moves') as r
       where s.space_id = p_space
      on conflict (space_id, id) do nothing;
    end if;
    v_rest := v_part - array['categories', 'accounts', 'credit_cards', 'card_days', 'series', 'transactions', 'budgets', 'invoice_checks', 'imports', 'source_links', 'import_rules', 'category_memory', 'import_layouts', 'goals', 'goal_moves'];
    v_rest_deleted := v_deleted - array['card_days', 'budgets', 'invoice_checks', 'import_rules', 'category_memory', 'import_layouts', 'goal_moves'];
    if v_rest - array['staged', 'turnover_cents', 'space', 'deleted', 'account_months', 'account_years', 'category_months',
                      'space_months', 'account_space_months', 'category_space_months', 'card_invoices', 'tags', 'entries', 'answer'] <> '{}'
       or v_rest_deleted - array['transactions', 'series', 'credit_cards', 'accounts', 'categories', 'goals'] <> '{}' then
      raise exception 'a post holds what post_8df5f84de6f3 does not know';
    end if;

    if v_part ? 'space' then
      update spaces
         set default_account_id = r.default_account_id, default_credit_card_id = r.default_credit_card_id,
             default_expenses_category_id = r.default_expenses_category_id,
             default_earnings_category_id = r.default_earnings_category_id, transfers_category_id = r.transfers_category_id,
             payments_category_id = r.payments_category_id, extended_through = r.extended_through,
             month_start_day = r.month_start_day, month_start_weekend = r.month_start_weekend
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
    if v_deleted ? 'goals' then
      delete from goals where space_id = p_space and id in (select jsonb_array_elements_text(v_deleted -> 'goals')::integer);
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
    if v_part ? 'space_months' then
      for v_index in 0 .. coalesce(jsonb_array_length(v_part -> 'account_space_months'), 0) - 1 loop
        v_account_month := jsonb_populate_record(null::account_months, v_part -> 'account_space_months' -> v_index);
        insert into account_space_months as sums (space_id, account_id, month, paid_earnings, paid_expenses, paid_moved_in, paid_moved_out,
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
      for v_index in 0 .. coalesce(jsonb_array_length(v_part -> 'category_space_months'), 0) - 1 loop
        v_category_month := jsonb_populate_record(null::category_months, v_part -> 'category_space_months' -> v_index);
        insert into category_space_months as sums (space_id, category_id, month, paid_cents, unpaid_cents)
        values (p_space, v_category_month.category_id, v_category_month.month, v_category_month.paid_cents,
                v_category_month.unpaid_cents)
        on conflict (space_id, category_id, month) do update
           set paid_cents = sums.paid_cents + excluded.paid_cents, unpaid_cents = sums.unpaid_cents + excluded.unpaid_cents;
      end loop;
    end if;
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
