-- Writes are posts: each raises the version of its space by one, and the log of changes is keyed by it.
-- Replicas of 0.1.0 do not know the version. Their writes fail from here on, because ids have no defaults any more: stop them first.

alter table spaces add column version bigint not null default 0;
comment on column spaces.version is 'How many posts the space has had. A post is made only if nobody else has posted since its reads';

alter table changes add column version bigint;
alter table changes add column n integer;
alter table changes add column post_id uuid;
alter table changes alter column user_id drop not null;
alter table changes alter column request_id drop not null;

-- What was written before has a post for each entry.
update changes
   set version = numbered.version, n = 0, post_id = gen_random_uuid()
  from (select space_id, id, row_number() over (partition by space_id order by id) as version from changes) as numbered
 where changes.space_id = numbered.space_id and changes.id = numbered.id;
update spaces
   set version = last.version
  from (select space_id, max(version) as version from changes group by space_id) as last
 where spaces.space_id = last.space_id;

alter table changes alter column version set not null;
alter table changes alter column n set not null;
alter table changes alter column post_id set not null;
alter table changes drop constraint changes_pkey;
alter table changes add constraint changes_pkey primary key (space_id, version, n);
alter table changes drop column id;
drop sequence changes_id_seq;
comment on table changes is 'Every post as a list of entries, in order; only ever appended to';
comment on column changes.post_id is 'Made by the service before it posts, so that it can tell whether a post whose answer was lost was made';
comment on column changes.user_id is 'Null where nobody asked for it: rows that a fixed series makes ahead of time';
comment on column changes.before is 'The columns that change, as they were; the whole row where it goes';
comment on column changes.after is 'The columns that change, as they are now; the whole row where it is new';

-- Ids are drawn by the service before it writes, and the days of a card have no version of their own any more.
alter table accounts alter column id drop default;
alter table categories alter column id drop default;
alter table credit_cards alter column id drop default;
alter table series alter column id drop default;
alter table transactions alter column id drop default;
alter table budgets alter column id drop default;
alter table credit_cards drop column days_version;
alter table card_days drop column version;

create table staged_changes (
  space_id bigint not null,
  post_id uuid not null,
  n integer not null,
  change jsonb not null,
  staged_at timestamptz not null,
  constraint staged_changes_pkey primary key (space_id, post_id, n)
);
comment on table staged_changes is 'Parts of posts that are too large to be sent at once. Nobody reads them but the post';

-- Makes a post: all that it holds, or nothing. Answers the new version, or null where the space has another one than the caller has seen.
-- It knows no rule: it puts rows, deletes rows, adds differences to sums, and appends to the log.
create function post_1(
  p_space bigint, p_version bigint, p_post uuid, p_user integer, p_token integer, p_request text, p_at timestamptz, p_change jsonb
) returns bigint
language plpgsql
set search_path from current
as $$
declare
  v_version bigint;
  v_part jsonb;
begin
  update spaces
     set version = version + 1, turnover_cents = turnover_cents + coalesce((p_change -> 'turnover_cents')::bigint, 0)
   where space_id = p_space and version = p_version
  returning version into v_version;
  if v_version is null then
    return null;
  end if;

  for v_part in
    select change from (
      select n, change from staged_changes where space_id = p_space and post_id = p_post
      union all
      select 2147483647, p_change) as parts
    order by n
  loop
    if exists (
      select from jsonb_object_keys(v_part) as key
       where key not in ('turnover_cents', 'space', 'categories', 'accounts', 'credit_cards', 'card_days', 'series', 'transactions',
                         'budgets', 'deleted', 'account_months', 'account_years', 'category_months', 'card_invoices', 'tags', 'entries',
                         'answer')) then
      raise exception 'a post holds what post_1 does not know';
    end if;

    if v_part -> 'deleted' ? 'budgets' then
      delete from budgets
       where space_id = p_space and id in (select jsonb_array_elements_text(v_part -> 'deleted' -> 'budgets')::bigint);
    end if;
    if v_part -> 'deleted' ? 'card_days' then
      delete from card_days
       where space_id = p_space
         and (credit_card_id, from_invoice) in (
             select r.credit_card_id, r.from_invoice
               from jsonb_to_recordset(v_part -> 'deleted' -> 'card_days') as r (credit_card_id integer, from_invoice integer));
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
    if v_part ? 'transactions' then
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

    if v_part ? 'space' then
      update spaces
         set default_account_id = r.default_account_id, default_credit_card_id = r.default_credit_card_id,
             default_expenses_category_id = r.default_expenses_category_id,
             default_earnings_category_id = r.default_earnings_category_id, transfers_category_id = r.transfers_category_id,
             payments_category_id = r.payments_category_id, extended_through = r.extended_through
        from jsonb_populate_record(null::spaces, v_part -> 'space') as r
       where spaces.space_id = p_space;
    end if;

    if v_part -> 'deleted' ? 'transactions' then
      delete from transactions
       where space_id = p_space and id in (select jsonb_array_elements_text(v_part -> 'deleted' -> 'transactions')::bigint);
    end if;
    if v_part -> 'deleted' ? 'series' then
      delete from series where space_id = p_space and id in (select jsonb_array_elements_text(v_part -> 'deleted' -> 'series')::bigint);
    end if;
    if v_part -> 'deleted' ? 'credit_cards' then
      delete from credit_cards
       where space_id = p_space and id in (select jsonb_array_elements_text(v_part -> 'deleted' -> 'credit_cards')::integer);
    end if;
    if v_part -> 'deleted' ? 'accounts' then
      delete from accounts
       where space_id = p_space and id in (select jsonb_array_elements_text(v_part -> 'deleted' -> 'accounts')::integer);
    end if;
    if v_part -> 'deleted' ? 'categories' then
      delete from categories
       where space_id = p_space and id in (select jsonb_array_elements_text(v_part -> 'deleted' -> 'categories')::integer);
    end if;

    if v_part ? 'account_months' then
      insert into account_months as sums (space_id, account_id, month, paid_earnings, paid_expenses, paid_moved_in, paid_moved_out,
                                          unpaid_earnings, unpaid_expenses, unpaid_moved_in, unpaid_moved_out)
      select s.space_id, r.account_id, r.month, r.paid_earnings, r.paid_expenses, r.paid_moved_in, r.paid_moved_out,
             r.unpaid_earnings, r.unpaid_expenses, r.unpaid_moved_in, r.unpaid_moved_out
        from spaces as s
       cross join jsonb_populate_recordset(null::account_months, v_part -> 'account_months') as r
       where s.space_id = p_space
      on conflict (space_id, account_id, month) do update
         set paid_earnings = sums.paid_earnings + excluded.paid_earnings, paid_expenses = sums.paid_expenses + excluded.paid_expenses,
             paid_moved_in = sums.paid_moved_in + excluded.paid_moved_in,
             paid_moved_out = sums.paid_moved_out + excluded.paid_moved_out,
             unpaid_earnings = sums.unpaid_earnings + excluded.unpaid_earnings,
             unpaid_expenses = sums.unpaid_expenses + excluded.unpaid_expenses,
             unpaid_moved_in = sums.unpaid_moved_in + excluded.unpaid_moved_in,
             unpaid_moved_out = sums.unpaid_moved_out + excluded.unpaid_moved_out;
    end if;
    if v_part ? 'account_years' then
      insert into account_years as sums (space_id, account_id, year, paid_cents, unpaid_cents)
      select s.space_id, r.account_id, r.year, r.paid_cents, r.unpaid_cents
        from spaces as s
       cross join jsonb_populate_recordset(null::account_years, v_part -> 'account_years') as r
       where s.space_id = p_space
      on conflict (space_id, account_id, year) do update
         set paid_cents = sums.paid_cents + excluded.paid_cents, unpaid_cents = sums.unpaid_cents + excluded.unpaid_cents;
    end if;
    if v_part ? 'category_months' then
      insert into category_months as sums (space_id, category_id, month, paid_cents, unpaid_cents)
      select s.space_id, r.category_id, r.month, r.paid_cents, r.unpaid_cents
        from spaces as s
       cross join jsonb_populate_recordset(null::category_months, v_part -> 'category_months') as r
       where s.space_id = p_space
      on conflict (space_id, category_id, month) do update
         set paid_cents = sums.paid_cents + excluded.paid_cents, unpaid_cents = sums.unpaid_cents + excluded.unpaid_cents;
    end if;
    if v_part ? 'card_invoices' then
      insert into card_invoices as sums (space_id, credit_card_id, invoice, amount_cents, payment_cents, payments)
      select s.space_id, r.credit_card_id, r.invoice, r.amount_cents, r.payment_cents, r.payments
        from spaces as s
       cross join jsonb_populate_recordset(null::card_invoices, v_part -> 'card_invoices') as r
       where s.space_id = p_space
      on conflict (space_id, credit_card_id, invoice) do update
         set amount_cents = sums.amount_cents + excluded.amount_cents, payment_cents = sums.payment_cents + excluded.payment_cents,
             payments = sums.payments + excluded.payments;
    end if;
    if v_part ? 'tags' then
      insert into tags as sums (space_id, name, uses)
      select s.space_id, r.name, r.uses
        from spaces as s
       cross join jsonb_populate_recordset(null::tags, v_part -> 'tags') as r
       where s.space_id = p_space
      on conflict (space_id, name) do update set uses = sums.uses + excluded.uses;
    end if;

    if v_part ? 'entries' then
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

  delete from staged_changes where space_id = p_space and post_id = p_post;
  return v_version;
end $$;

-- Adds the sums of these rows, times the sign, to the kept sums. For writes of any number of rows, which do not travel through the
-- service; all others bring their differences. The twin of `differencesOf` in finance/sums/differences.ts, and a test holds them together.
create function add_sums_1(p_space bigint, p_sign integer, p_ids bigint[]) returns void
language plpgsql
set search_path from current
as $$
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
end $$;
