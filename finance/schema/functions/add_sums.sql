-- Made from the migrations by `npm run generate`. Edit those, not this file. It is for reading: it is not run anywhere.

create function add_sums_25e6f07ddb9e(p_space bigint, p_sign integer, p_ids bigint[])
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
   where space_id = p_space and id = any(p_ids) and parts is null and oposite_transaction_id is null and paid_credit_card_id is null
   group by 1, 2, 3
  on conflict (space_id, category_id, month) do update
     set paid_cents = sums.paid_cents + excluded.paid_cents, unpaid_cents = sums.unpaid_cents + excluded.unpaid_cents;

  insert into category_months as sums (space_id, category_id, month, paid_cents, unpaid_cents)
  select space_id, part.category_id, date - (extract(day from date)::integer - 1),
         p_sign * coalesce(sum(part.amount_cents) filter (where paid), 0),
         p_sign * coalesce(sum(part.amount_cents) filter (where not paid), 0)
    from transactions
   cross join jsonb_to_recordset(parts) as part (category_id integer, amount_cents bigint)
   where space_id = p_space and id = any(p_ids) and parts is not null
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

  insert into tags as sums (space_id, name, uses)
  select space_id, name, p_sign * count(distinct id)
    from transactions
   cross join unnest(parts_tags(parts)) as name
   where space_id = p_space and id = any(p_ids) and parts is not null and name <> all(tags)
   group by 1, 2
  on conflict (space_id, name) do update set uses = sums.uses + excluded.uses;

  update spaces
     set turnover_cents = turnover_cents + p_sign * rows.cents
    from (select coalesce(sum(case when parts is null then abs(amount_cents)
                                  else (select sum(abs(part.amount_cents))
                                          from jsonb_to_recordset(parts) as part (amount_cents bigint)) end), 0) as cents
            from transactions
           where space_id = p_space and id = any(p_ids)) as rows
   where spaces.space_id = p_space;
end $function$;
