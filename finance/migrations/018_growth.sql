-- Finds what a forecast begins with, however long the history behind it is: what should be paid by now, account by account, and payments of
-- invoices that are planned.
create index transactions_unpaid_account_idx on transactions (space_id, account_id, date desc, id desc) where not paid and account_id is not null;

create index transactions_planned_payment_idx on transactions (space_id, paid_credit_card_id, paid_credit_card_invoice_id)
  where paid_credit_card_id is not null and not paid;

-- What was paid for invoices before a day is summed up in the index itself.
drop index transactions_payment_date_idx;
create index transactions_payment_date_idx on transactions (space_id, date) include (amount_cents, paid) where paid_credit_card_id is not null;
