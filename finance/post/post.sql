-- Makes a post: raises the version of the space, and writes all that belongs to it. Null where the version is another one by now, or more sums
-- of the space's own months are built: nothing is written then. What it writes into each table is put in place of the mark, from finance/tables.
-- Only the space's row is hardly waited for: whoever holds it posts next, a caller tries again, and others may wait behind this one on its
-- connection.
create function {name}(
  p_space bigint, p_version bigint, p_post uuid, p_user integer, p_token integer, p_request text, p_at timestamptz, p_change jsonb
) returns bigint
language plpgsql
set search_path from current
set lock_timeout = '10ms'
as $$
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

    -- {tables}
    if v_rest - array['staged', 'turnover_cents', 'space', 'deleted', 'account_months', 'account_years', 'category_months',
                      'space_months', 'account_space_months', 'category_space_months', 'card_invoices', 'tags', 'entries', 'answer'] <> '{}'
       or v_rest_deleted - array['transactions', 'series', 'credit_cards', 'accounts', 'categories', 'goals'] <> '{}' then
      raise exception 'a post holds what {name} does not know';
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
end $$;

select distribute_function('{name}(bigint, bigint, uuid, integer, integer, text, timestamptz, jsonb)');
