-- Finds what is owed on cards beside all that was ever paid.
create index card_invoices_unpaid_idx on card_invoices (space_id, credit_card_id, invoice) where payments = 0;
