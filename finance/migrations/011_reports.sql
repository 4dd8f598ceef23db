-- Finds what reports and forecasts look for among all rows of a space: instalments, payments of invoices, and what is not paid yet.
create index transactions_instalment_idx on transactions (space_id, date) where total_installments > 1;

create index transactions_payment_date_idx on transactions (space_id, date) where paid_credit_card_id is not null;

create index transactions_unpaid_idx on transactions (space_id, date) where not paid;
