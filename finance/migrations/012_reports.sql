-- Finds what reports look for among all rows of a space: instalments, and payments of invoices.
create index transactions_instalment_idx on transactions (space_id, date) where total_installments > 1;

create index transactions_payment_date_idx on transactions (space_id, date) where paid_credit_card_id is not null;
